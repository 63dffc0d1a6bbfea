ALTER TABLE "streams" ADD COLUMN "peak_viewers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "peak_other_viewers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "likes_at_start" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "messages_at_start" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "tips_cents_at_start" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "sandbox_tips_cents_at_start" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE streams SET peak_viewers = max_viewers, peak_other_viewers = max_other_viewers WHERE max_viewers > 0;
