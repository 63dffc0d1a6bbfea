DROP INDEX "posts_author_idx";--> statement-breakpoint
CREATE INDEX "posts_author_idx" ON "posts" USING btree ("author_id","id","hidden_at","is_held");