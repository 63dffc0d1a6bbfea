CREATE TABLE "broadcasts" (
	"stream_id" uuid PRIMARY KEY NOT NULL,
	"node_id" text NOT NULL,
	"grace_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "node_processes" (
	"node_id" text NOT NULL,
	"role" text NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"worker_ids" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "node_processes_node_id_role_pk" PRIMARY KEY("node_id","role")
);
--> statement-breakpoint
DROP INDEX "recordings_running_key";--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "node_id" text;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcasts_node_idx" ON "broadcasts" USING btree ("node_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recordings_running_key" ON "recordings" USING btree ("stream_id","node_id") WHERE "recordings"."state" = 'recording';--> statement-breakpoint
-- The first app to start takes them over.
INSERT INTO "broadcasts" ("stream_id", "node_id") SELECT "id", 'unknown' FROM "streams" WHERE "is_live";--> statement-breakpoint
CREATE TRIGGER broadcasts_tell_end AFTER DELETE ON "broadcasts" FOR EACH ROW EXECUTE FUNCTION tell_change('stream_id');--> statement-breakpoint
CREATE TRIGGER broadcasts_tell_owner AFTER UPDATE OF "node_id" ON "broadcasts" FOR EACH ROW
  WHEN (OLD.node_id IS DISTINCT FROM NEW.node_id) EXECUTE FUNCTION tell_change('stream_id');
