INSERT INTO "video_files" ("video_id", "name", "kind", "key", "mime_type", "size", "width", "height")
SELECT "id", 'original' || substring("file" from '\.[a-z0-9]+$'), 'original', "file", "mime_type", "file_size", "width", "height"
FROM "videos", unnest("files") AS "file" WHERE "file" LIKE 'videos/%';--> statement-breakpoint
INSERT INTO "video_files" ("video_id", "name", "kind", "key", "mime_type", "size")
SELECT "id", "name", 'poster', "file", 'image/webp', 0
FROM "videos", unnest("files") AS "file", unnest(ARRAY['poster.webp', 'poster-small.webp']) AS "name"
WHERE "file" LIKE 'posters/%';--> statement-breakpoint
UPDATE "videos" SET "published_at" = "created_at" WHERE "is_published" AND "is_public" AND "state" = 'ready';--> statement-breakpoint
DROP INDEX "videos_url_key";--> statement-breakpoint
ALTER TABLE "videos" DROP COLUMN "video_url";--> statement-breakpoint
ALTER TABLE "videos" DROP COLUMN "thumbnail_url";--> statement-breakpoint
ALTER TABLE "videos" DROP COLUMN "files";