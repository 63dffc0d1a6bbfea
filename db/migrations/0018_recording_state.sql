ALTER TABLE "broadcasts" ADD COLUMN "recording" text;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "publish_recording" boolean DEFAULT false NOT NULL;