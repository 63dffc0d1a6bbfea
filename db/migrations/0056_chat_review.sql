CREATE TABLE "chat_participants" (
	"creator_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "chat_participants_creator_id_user_id_pk" PRIMARY KEY("creator_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "is_first" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_word_lists" ADD COLUMN "action" text DEFAULT 'refuse' NOT NULL;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "followers_only_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_participants" ADD CONSTRAINT "chat_participants_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_participants" ADD CONSTRAINT "chat_participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_participants_user_idx" ON "chat_participants" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_messages_held_idx" ON "chat_messages" USING btree ("stream_id","id") WHERE "chat_messages"."held_at" is not null;--> statement-breakpoint
INSERT INTO "chat_participants" ("creator_id", "user_id")
SELECT DISTINCT s."streamer_id", m."user_id" FROM "chat_messages" m JOIN "streams" s ON s."id" = m."stream_id"
WHERE m."user_id" <> s."streamer_id";
