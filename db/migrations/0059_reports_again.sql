DROP INDEX "reports_reporter_key";--> statement-breakpoint
CREATE INDEX "reports_subject_idx" ON "reports" USING btree ("reporter_id","subject_id","subject_type");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_reporter_key" ON "reports" USING btree ("reporter_id","case_id");