CREATE TABLE "creator_analytics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"date" date NOT NULL,
	"total_views" integer DEFAULT 0 NOT NULL,
	"unique_viewers" integer DEFAULT 0 NOT NULL,
	"total_watch_time" double precision DEFAULT 0 NOT NULL,
	"new_followers" integer DEFAULT 0 NOT NULL,
	"videos_published" integer DEFAULT 0 NOT NULL,
	"streams_count" integer DEFAULT 0 NOT NULL,
	"total_engagement" integer DEFAULT 0 NOT NULL,
	"revenue_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "creator_payouts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"payout_email" text,
	"payout_country" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "video_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"video_id" uuid NOT NULL,
	"viewer_id" uuid,
	"visitor_id" text,
	"session_id" text NOT NULL,
	"watch_time" double precision DEFAULT 0 NOT NULL,
	"position" double precision,
	"ip_address" text,
	"user_agent" text,
	"counted_at" timestamp (3) with time zone,
	"reported_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "video_files" (
	"video_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"upload_id" uuid,
	"mime_type" text NOT NULL,
	"size" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"bandwidth" integer,
	"average_bandwidth" integer,
	"codecs" text,
	"frame_rate" double precision,
	"language" text,
	"tiles" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "video_files_video_id_name_pk" PRIMARY KEY("video_id","name")
);
--> statement-breakpoint
CREATE TABLE "video_likes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"video_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "comments" ALTER COLUMN "post_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "video_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "video_id" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "purpose" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "upload_url" text;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "files_version" text DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ALTER COLUMN "files_version" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "poster_at" double precision;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "progress" integer;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "creator_analytics" ADD CONSTRAINT "creator_analytics_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_payouts" ADD CONSTRAINT "creator_payouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_views" ADD CONSTRAINT "video_views_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_views" ADD CONSTRAINT "video_views_viewer_id_users_id_fk" FOREIGN KEY ("viewer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_files" ADD CONSTRAINT "video_files_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_likes" ADD CONSTRAINT "video_likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_likes" ADD CONSTRAINT "video_likes_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "creator_analytics_key" ON "creator_analytics" USING btree ("creator_id","date");--> statement-breakpoint
CREATE UNIQUE INDEX "video_views_session_key" ON "video_views" USING btree ("video_id","session_id");--> statement-breakpoint
CREATE INDEX "video_views_viewer_idx" ON "video_views" USING btree ("viewer_id","video_id","reported_at");--> statement-breakpoint
CREATE INDEX "video_views_visitor_idx" ON "video_views" USING btree ("visitor_id","video_id","reported_at");--> statement-breakpoint
CREATE INDEX "video_views_video_idx" ON "video_views" USING btree ("video_id","created_at");--> statement-breakpoint
CREATE INDEX "video_views_address_idx" ON "video_views" USING btree ("created_at") WHERE "video_views"."ip_address" is not null or "video_views"."user_agent" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "video_files_captions_key" ON "video_files" USING btree ("video_id","language");--> statement-breakpoint
CREATE UNIQUE INDEX "video_likes_key" ON "video_likes" USING btree ("user_id","video_id");--> statement-breakpoint
CREATE INDEX "video_likes_video_idx" ON "video_likes" USING btree ("video_id","id");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_video_idx" ON "comments" USING btree ("video_id","id");--> statement-breakpoint
CREATE INDEX "notifications_video_idx" ON "notifications" USING btree ("video_id");--> statement-breakpoint
CREATE UNIQUE INDEX "videos_upload_key" ON "videos" USING btree ("upload_url");--> statement-breakpoint
CREATE UNIQUE INDEX "videos_client_key" ON "videos" USING btree ("creator_id","client_id");--> statement-breakpoint
CREATE INDEX "videos_published_idx" ON "videos" USING btree ("published_at","id") WHERE "videos"."is_published" and "videos"."is_public" and "videos"."state" = 'ready';--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_subject" CHECK (num_nonnulls("comments"."post_id", "comments"."video_id") = 1);