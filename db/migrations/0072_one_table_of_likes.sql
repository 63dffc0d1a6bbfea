-- Likes of streams and videos move to the table of those of posts.
ALTER TABLE "likes" DROP CONSTRAINT "likes_post_id_posts_id_fk";
--> statement-breakpoint
DROP INDEX "likes_once_key";--> statement-breakpoint
DROP INDEX "likes_user_idx";--> statement-breakpoint
ALTER TABLE "likes" DROP COLUMN "id";--> statement-breakpoint
ALTER TABLE "likes" RENAME COLUMN "post_id" TO "subject_id";--> statement-breakpoint
ALTER TABLE "likes" ADD COLUMN "subject_kind" text NOT NULL DEFAULT 'post';--> statement-breakpoint
ALTER TABLE "likes" ALTER COLUMN "subject_kind" DROP DEFAULT;--> statement-breakpoint
INSERT INTO "likes" ("subject_id", "user_id", "subject_kind", "created_at")
  SELECT "stream_id", "user_id", 'stream', "created_at" FROM "stream_likes"
  UNION ALL SELECT "video_id", "user_id", 'video', "created_at" FROM "video_likes";--> statement-breakpoint
DROP TABLE "stream_likes";--> statement-breakpoint
DROP TABLE "video_likes";--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_pkey" PRIMARY KEY("subject_id","user_id","subject_kind");--> statement-breakpoint
CREATE INDEX "likes_time_idx" ON "likes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "likes_user_idx" ON "likes" USING btree ("user_id");--> statement-breakpoint
-- Deletes the likes of deleted rows, as a foreign key would, also of those that one cascades to; the argument is their kind.
CREATE FUNCTION delete_likes_of_subjects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM likes WHERE subject_id = ANY (ARRAY(SELECT id FROM gone)) AND subject_kind = TG_ARGV[0];
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER posts_delete_likes AFTER DELETE ON "posts" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_likes_of_subjects('post');--> statement-breakpoint
CREATE TRIGGER streams_delete_likes AFTER DELETE ON "streams" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_likes_of_subjects('stream');--> statement-breakpoint
CREATE TRIGGER videos_delete_likes AFTER DELETE ON "videos" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_likes_of_subjects('video');
