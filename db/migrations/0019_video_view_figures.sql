DROP INDEX "video_views_session_key";--> statement-breakpoint
DROP INDEX "video_views_viewer_idx";--> statement-breakpoint
DROP INDEX "video_views_visitor_idx";--> statement-breakpoint
ALTER TABLE "broadcast_views" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "broadcast_views" SET "created_at" = "started_at";--> statement-breakpoint
CREATE INDEX "creator_analytics_date_idx" ON "creator_analytics" USING btree ("date");--> statement-breakpoint
CREATE INDEX "broadcast_views_day_idx" ON "broadcast_views" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "video_views_viewer_key" ON "video_views" USING btree ("viewer_id","video_id","session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "video_views_visitor_key" ON "video_views" USING btree ("visitor_id","video_id","session_id");--> statement-breakpoint
CREATE INDEX "video_views_day_idx" ON "video_views" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "video_views_counted_idx" ON "video_views" USING btree ("video_id","ip_address","counted_at") WHERE "video_views"."visitor_id" is not null and "video_views"."counted_at" is not null;