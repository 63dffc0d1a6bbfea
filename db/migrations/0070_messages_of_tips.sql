ALTER TABLE "chat_messages" DROP CONSTRAINT "chat_messages_tip_id_tips_id_fk";
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "tip_cents" integer;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "tip_currency" text;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "tip_is_sandbox" boolean;--> statement-breakpoint
UPDATE "chat_messages" m SET "tip_cents" = t."amount_cents", "tip_currency" = t."currency", "tip_is_sandbox" = t."is_sandbox"
FROM "tips" t WHERE t."id" = m."tip_id";--> statement-breakpoint
CREATE INDEX "chat_messages_stream_tips_idx" ON "chat_messages" USING btree ("stream_id","id") WHERE "chat_messages"."tip_id" is not null;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_tip" CHECK (num_nulls("chat_messages"."tip_id", "chat_messages"."tip_cents", "chat_messages"."tip_currency", "chat_messages"."tip_is_sandbox") in (0, 4));