ALTER TABLE "notifications" RENAME COLUMN "subject" TO "group_key";--> statement-breakpoint
ALTER TABLE "notification_actors" DROP CONSTRAINT "notification_actors_comment_id_comments_id_fk";
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_post_id_posts_id_fk";
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_comment_id_comments_id_fk";
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_stream_id_streams_id_fk";
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_video_id_videos_id_fk";
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_tip_id_tips_id_fk";
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_announcement_id_announcements_id_fk";
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_decision_id_moderation_decisions_id_fk";
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_report_id_reports_id_fk";
--> statement-breakpoint
DROP INDEX "notifications_post_idx";--> statement-breakpoint
DROP INDEX "notifications_stream_idx";--> statement-breakpoint
DROP INDEX "notifications_video_idx";--> statement-breakpoint
DROP INDEX "notifications_tip_idx";--> statement-breakpoint
DROP INDEX "notifications_decision_idx";--> statement-breakpoint
DROP INDEX "notifications_report_idx";--> statement-breakpoint
DROP INDEX "notifications_open_key";--> statement-breakpoint
DROP INDEX "notifications_comment_idx";--> statement-breakpoint
DROP INDEX "notifications_announcement_key";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "subject_kind" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "subject_id" uuid;--> statement-breakpoint
-- Written by hand: a notification has at most one of these, besides the comment of a mention.
UPDATE "notifications" SET
  "subject_kind" = CASE
    WHEN "post_id" IS NOT NULL THEN 'post'
    WHEN "video_id" IS NOT NULL THEN 'video'
    WHEN "stream_id" IS NOT NULL THEN 'stream'
    WHEN "tip_id" IS NOT NULL THEN 'tip'
    WHEN "announcement_id" IS NOT NULL THEN 'announcement'
    WHEN "decision_id" IS NOT NULL THEN 'decision'
    WHEN "report_id" IS NOT NULL THEN 'report'
  END,
  "subject_id" = coalesce("post_id", "video_id", "stream_id", "tip_id", "announcement_id", "decision_id", "report_id")
WHERE num_nonnulls("post_id", "video_id", "stream_id", "tip_id", "announcement_id", "decision_id", "report_id") > 0;--> statement-breakpoint
CREATE INDEX "notifications_subject_idx" ON "notifications" USING btree ("subject_id","subject_kind") WHERE "notifications"."subject_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_open_key" ON "notifications" USING btree ("user_id","group_key") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_comment_idx" ON "notifications" USING btree ("comment_id") WHERE "notifications"."comment_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_announcement_key" ON "notifications" USING btree ("subject_id","user_id") WHERE "notifications"."type" = 'announcement';--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "post_id";--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "stream_id";--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "video_id";--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "tip_id";--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "announcement_id";--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "decision_id";--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "report_id";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_subject" CHECK (num_nulls("notifications"."subject_kind", "notifications"."subject_id") in (0, 2));--> statement-breakpoint
-- From here on written by hand: triggers.
--
-- Deletes the notifications about deleted rows, as a foreign key would; the argument is their kind.
CREATE FUNCTION delete_notifications_of_subjects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM notifications WHERE subject_id = ANY (ARRAY(SELECT id FROM gone)) AND subject_kind = TG_ARGV[0];
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER posts_delete_notifications AFTER DELETE ON "posts" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_notifications_of_subjects('post');--> statement-breakpoint
CREATE TRIGGER streams_delete_notifications AFTER DELETE ON "streams" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_notifications_of_subjects('stream');--> statement-breakpoint
CREATE TRIGGER videos_delete_notifications AFTER DELETE ON "videos" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_notifications_of_subjects('video');--> statement-breakpoint
CREATE TRIGGER tips_delete_notifications AFTER DELETE ON "tips" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_notifications_of_subjects('tip');--> statement-breakpoint
CREATE TRIGGER announcements_delete_notifications AFTER DELETE ON "announcements" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_notifications_of_subjects('announcement');--> statement-breakpoint
CREATE TRIGGER moderation_decisions_delete_notifications AFTER DELETE ON "moderation_decisions" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_notifications_of_subjects('decision');--> statement-breakpoint
CREATE TRIGGER reports_delete_notifications AFTER DELETE ON "reports" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_notifications_of_subjects('report');--> statement-breakpoint
-- Deletes the notifications of mentions in deleted comments. Others stay without the comment.
CREATE FUNCTION forget_comments_in_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM notifications WHERE comment_id = ANY (ARRAY(SELECT id FROM gone));
  UPDATE notification_actors SET comment_id = NULL WHERE comment_id = ANY (ARRAY(SELECT id FROM gone));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER comments_forget_in_notifications AFTER DELETE ON "comments" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_comments_in_notifications();
