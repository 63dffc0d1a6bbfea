ALTER TABLE "recordings" DROP CONSTRAINT "recordings_stream_id_streams_id_fk";
--> statement-breakpoint
ALTER TABLE "recordings" ALTER COLUMN "stream_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE set null ON UPDATE no action;