CREATE TABLE "account_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "digests" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"covered_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mail_choices" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_tokens_user_idx" ON "account_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "account_tokens_expires_idx" ON "account_tokens" USING btree ("expires_at");
--> statement-breakpoint
-- From here on written by hand. With the columns that `SessionUser` has got.
DROP TRIGGER users_notify_change ON "users";--> statement-breakpoint
CREATE TRIGGER users_notify_change AFTER UPDATE ON "users" FOR EACH ROW
  WHEN ((
    OLD.id, OLD.email, OLD.handle, OLD.password_hash, OLD.first_name, OLD.last_name, OLD.profile_image_url, OLD.bio,
    OLD.paypal_customer_id, OLD.paypal_subscription_id, OLD.is_premium, OLD.heritage_region, OLD.country_of_origin,
    OLD.languages, OLD.collaboration_tags, OLD.bio_multilingual, OLD.language, OLD.notification_choices, OLD.role,
    OLD.is_active, OLD.last_login_at, OLD.created_at, OLD.updated_at,
    OLD.email_verified_at, OLD.mail_choices
  ) IS DISTINCT FROM (
    NEW.id, NEW.email, NEW.handle, NEW.password_hash, NEW.first_name, NEW.last_name, NEW.profile_image_url, NEW.bio,
    NEW.paypal_customer_id, NEW.paypal_subscription_id, NEW.is_premium, NEW.heritage_region, NEW.country_of_origin,
    NEW.languages, NEW.collaboration_tags, NEW.bio_multilingual, NEW.language, NEW.notification_choices, NEW.role,
    NEW.is_active, NEW.last_login_at, NEW.created_at, NEW.updated_at,
    NEW.email_verified_at, NEW.mail_choices
  )) EXECUTE FUNCTION notify_user_change('users');
