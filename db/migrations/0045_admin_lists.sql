CREATE INDEX "audit_entries_actor_action_idx" ON "audit_entries" USING btree ("actor_id","action","id");--> statement-breakpoint
CREATE INDEX "system_logs_differences_idx" ON "system_logs" USING btree ("id") WHERE "system_logs"."metadata" ? 'differences';--> statement-breakpoint
-- Written by hand. Otherwise a text that one row in 200 has is mostly missing in the sample, and taken for a rare one.
ALTER TABLE "system_logs" ALTER COLUMN "search" SET STATISTICS 1000;
