-- Other words are stored for texts with apostrophes, hyphens and letters beyond ASCII. The job `search.backfill`
-- writes those of rows that have none, and the hashtags of these posts.
UPDATE "posts" SET "search" = NULL WHERE octet_length("content") <> length("content") OR "content" ~ '[''-]';--> statement-breakpoint
UPDATE "users" SET "search" = NULL;--> statement-breakpoint
UPDATE "streams" SET "search" = NULL;--> statement-breakpoint
UPDATE "videos" SET "search" = NULL;
