ALTER TABLE "streams" ADD COLUMN "other_viewers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "max_other_viewers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE streams SET max_other_viewers = max_viewers WHERE max_viewers > 0;
