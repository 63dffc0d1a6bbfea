ALTER TABLE "users" ADD COLUMN "live_stream_id" uuid;--> statement-breakpoint
CREATE INDEX "users_live_idx" ON "users" USING btree ("followers_count","id") WHERE "users"."live_stream_id" is not null;--> statement-breakpoint
-- From here on written by hand.
UPDATE "users" SET "live_stream_id" = "streams"."id" FROM "streams"
  WHERE "streams"."streamer_id" = "users"."id" AND "streams"."is_live" AND "streams"."is_public";
--> statement-breakpoint
-- With the column that `SessionUser` has got.
DROP TRIGGER users_notify_change ON "users";
--> statement-breakpoint
CREATE TRIGGER users_notify_change AFTER UPDATE ON "users" FOR EACH ROW
  WHEN ((
    OLD.id, OLD.email, OLD.handle, OLD.password_hash, OLD.first_name, OLD.last_name, OLD.profile_image_url,
    OLD.bio, OLD.paypal_customer_id, OLD.paypal_subscription_id, OLD.is_premium, OLD.heritage_region,
    OLD.country_of_origin, OLD.languages, OLD.collaboration_tags, OLD.bio_multilingual, OLD.language,
    OLD.notification_choices, OLD.role, OLD.is_active, OLD.awaits_approval, OLD.last_login_at, OLD.created_at,
    OLD.updated_at, OLD.email_verified_at, OLD.mail_choices, OLD.dismissed_notice, OLD.timed_out_until,
    OLD.live_stream_id
  ) IS DISTINCT FROM (
    NEW.id, NEW.email, NEW.handle, NEW.password_hash, NEW.first_name, NEW.last_name, NEW.profile_image_url,
    NEW.bio, NEW.paypal_customer_id, NEW.paypal_subscription_id, NEW.is_premium, NEW.heritage_region,
    NEW.country_of_origin, NEW.languages, NEW.collaboration_tags, NEW.bio_multilingual, NEW.language,
    NEW.notification_choices, NEW.role, NEW.is_active, NEW.awaits_approval, NEW.last_login_at, NEW.created_at,
    NEW.updated_at, NEW.email_verified_at, NEW.mail_choices, NEW.dismissed_notice, NEW.timed_out_until,
    NEW.live_stream_id
  )) EXECUTE FUNCTION notify_user_change('users');
