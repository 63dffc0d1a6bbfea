ALTER TABLE "comments" ADD COLUMN "is_held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD COLUMN "held_word" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "is_held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_held_hidden" CHECK ("comments"."hidden_at" is not null or not "comments"."is_held");--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_held_hidden" CHECK ("posts"."hidden_at" is not null or not "posts"."is_held");