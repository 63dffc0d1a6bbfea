CREATE TABLE "hidden_users" (
	"user_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"blocked_at" timestamp (3) with time zone,
	"blocked_by_at" timestamp (3) with time zone,
	"muted_at" timestamp (3) with time zone,
	CONSTRAINT "hidden_users_user_id_other_id_pk" PRIMARY KEY("user_id","other_id"),
	CONSTRAINT "hidden_users_not_self" CHECK ("hidden_users"."user_id" <> "hidden_users"."other_id"),
	CONSTRAINT "hidden_users_reason" CHECK (num_nonnulls("hidden_users"."blocked_at", "hidden_users"."blocked_by_at", "hidden_users"."muted_at") > 0)
);
--> statement-breakpoint
ALTER TABLE "hidden_users" ADD CONSTRAINT "hidden_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_users" ADD CONSTRAINT "hidden_users_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hidden_users_other_idx" ON "hidden_users" USING btree ("other_id");