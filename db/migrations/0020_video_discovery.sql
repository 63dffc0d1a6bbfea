DROP INDEX "videos_public_idx";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "videos_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "videos_popular_idx" ON "videos" USING btree ("views_count","id") WHERE "videos"."is_published" and "videos"."is_public" and "videos"."state" = 'ready';--> statement-breakpoint
CREATE INDEX "videos_public_idx" ON "videos" USING btree ("category","published_at","id") WHERE "videos"."is_published" and "videos"."is_public" and "videos"."state" = 'ready';