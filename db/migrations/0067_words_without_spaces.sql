-- Other words are stored for texts without spaces, for those with middle dots and backticks, and those that were cut off after 2,000
-- words. The job `search.backfill` writes the words of rows that have none.
UPDATE "posts" SET "search" = NULL WHERE octet_length("search"::text) <> length("search"::text) OR length("search") >= 2000 OR "content" ~ '[`·‧]';--> statement-breakpoint
UPDATE "users" SET "search" = NULL WHERE octet_length("search"::text) <> length("search"::text) OR length("search") >= 2000 OR concat_ws(' ', "first_name", "last_name") ~ '[`·‧]';--> statement-breakpoint
UPDATE "streams" SET "search" = NULL WHERE octet_length("search"::text) <> length("search"::text) OR length("search") >= 2000 OR concat_ws(' ', "title", "description") ~ '[`·‧]';--> statement-breakpoint
UPDATE "videos" SET "search" = NULL WHERE octet_length("search"::text) <> length("search"::text) OR length("search") >= 2000 OR concat_ws(' ', "title", "description") ~ '[`·‧]';
