ALTER TABLE "media_uploads" ADD COLUMN "loops" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "media_loops" boolean DEFAULT false NOT NULL;