ALTER TABLE "system_logs" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(regexp_replace(normalize(message || ' ' || metadata::text, NFD), '[\u0300-\u036f]', '', 'g'))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "system_logs_category_idx" ON "system_logs" USING btree ("category","id");--> statement-breakpoint
CREATE INDEX "system_logs_level_category_idx" ON "system_logs" USING btree ("level","category","id");--> statement-breakpoint
CREATE INDEX "system_logs_user_idx" ON "system_logs" USING btree ("user_id","id") WHERE "system_logs"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "system_logs_search_idx" ON "system_logs" USING gin ("search" gin_trgm_ops);