ALTER TABLE "media_uploads" ADD COLUMN "node_id" text;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "thumbnail_node_id" text;--> statement-breakpoint
ALTER TABLE "video_files" ADD COLUMN "node_id" text;--> statement-breakpoint
-- While a site has one node, that one has all files. Those of a site with several stay without a node.
UPDATE "media_uploads" SET "node_id" = "only"."node_id"
FROM (SELECT min("node_id") AS "node_id" FROM "node_processes" HAVING count(DISTINCT "node_id") = 1) AS "only";--> statement-breakpoint
UPDATE "streams" SET "thumbnail_node_id" = "only"."node_id"
FROM (SELECT min("node_id") AS "node_id" FROM "node_processes" HAVING count(DISTINCT "node_id") = 1) AS "only"
WHERE "thumbnail_url" IS NOT NULL;--> statement-breakpoint
UPDATE "video_files" SET "node_id" = "only"."node_id"
FROM (SELECT min("node_id") AS "node_id" FROM "node_processes" HAVING count(DISTINCT "node_id") = 1) AS "only";
