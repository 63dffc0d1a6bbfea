ALTER TABLE "chat_messages" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_word_lists" ADD COLUMN "action" text DEFAULT 'refuse' NOT NULL;--> statement-breakpoint
CREATE INDEX "chat_messages_held_idx" ON "chat_messages" USING btree ("stream_id","id") WHERE "chat_messages"."held_at" is not null;