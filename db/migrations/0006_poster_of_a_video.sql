ALTER TABLE "media_uploads" ADD COLUMN "poster_url" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "media_poster_url" text;