CREATE TABLE "stream_frames" (
	"stream_id" uuid PRIMARY KEY NOT NULL,
	"image" "bytea" NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stream_frames" ADD CONSTRAINT "stream_frames_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;