-- Written by hand. array_to_string is not immutable for arrays of any type, as generated columns require; for text it is.
CREATE FUNCTION join_texts(text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ select array_to_string($1, ' ') $$;
--> statement-breakpoint
CREATE TABLE "orphan_files" (
	"node_id" text NOT NULL,
	"key" text NOT NULL,
	"size" bigint NOT NULL,
	"found_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "orphan_files_node_id_key_pk" PRIMARY KEY("node_id","key")
);
--> statement-breakpoint
CREATE TABLE "storage_checks" (
	"node_id" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"files" integer NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media_uploads" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(regexp_replace(normalize(original_name || ' ' || coalesce(description, '') || ' ' || join_texts(tags), NFD), '[\u0300-\u036f]', '', 'g'))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "library_tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "library_description" text;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "library_search" text GENERATED ALWAYS AS (lower(regexp_replace(normalize(title || ' ' || coalesce(library_description, '') || ' ' || join_texts(library_tags), NFD), '[\u0300-\u036f]', '', 'g'))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "orphan_files_age_idx" ON "orphan_files" USING btree ("node_id","found_at");--> statement-breakpoint
CREATE INDEX "media_uploads_purpose_idx" ON "media_uploads" USING btree ("purpose","id");--> statement-breakpoint
CREATE INDEX "media_uploads_search_idx" ON "media_uploads" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "media_uploads_files_idx" ON "media_uploads" USING gin ("files");--> statement-breakpoint
CREATE INDEX "posts_media_idx" ON "posts" USING btree ("media_url") WHERE "posts"."media_url" is not null;--> statement-breakpoint
CREATE INDEX "streams_picture_idx" ON "streams" USING btree ("id") WHERE "streams"."thumbnail_url" is not null;--> statement-breakpoint
CREATE INDEX "streams_picture_search_idx" ON "streams" USING gin ((lower(regexp_replace(normalize(title, NFD), '[\u0300-\u036f]', '', 'g'))) gin_trgm_ops) WHERE "streams"."thumbnail_url" is not null;--> statement-breakpoint
CREATE INDEX "streams_thumbnail_idx" ON "streams" USING btree ("thumbnail_url") WHERE "streams"."thumbnail_url" is not null;--> statement-breakpoint
CREATE INDEX "video_files_key_idx" ON "video_files" USING btree ("key");--> statement-breakpoint
CREATE INDEX "videos_library_idx" ON "videos" USING gin ("library_search" gin_trgm_ops);