ALTER TABLE "notification_actors" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "chat_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "notification_actors_withdrawn_idx" ON "notification_actors" USING btree ("actor_id","withdrawn_at") WHERE "notification_actors"."withdrawn_at" is not null;--> statement-breakpoint
-- From here on written by hand: triggers.
--
-- A notification is hidden when each of its actors is inactive or withdrawn. Actors change under the lock of their
-- notification: the second statement waits for concurrent changes and sees them.
CREATE OR REPLACE FUNCTION refresh_hidden_notifications(touched uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM notifications WHERE id = ANY (touched) ORDER BY id FOR UPDATE;
  UPDATE notifications n SET is_hidden = NOT latest.has_actor
  FROM (
    SELECT t.id, EXISTS (
      SELECT FROM notification_actors a JOIN users u ON u.id = a.actor_id
      WHERE a.notification_id = t.id AND a.withdrawn_at IS NULL AND u.is_active
    ) AS has_actor
    FROM unnest(touched) AS t(id)
  ) latest
  WHERE n.id = latest.id AND n.is_hidden = latest.has_actor;
END $$;--> statement-breakpoint
CREATE FUNCTION actor_withdrawal_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_hidden_notifications(ARRAY[NEW.notification_id]);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER notification_actors_withdrawal_changed AFTER UPDATE OF withdrawn_at ON "notification_actors" FOR EACH ROW
  WHEN (OLD.withdrawn_at IS DISTINCT FROM NEW.withdrawn_at) EXECUTE FUNCTION actor_withdrawal_changed();--> statement-breakpoint
-- Notifies the channel `changes` of a user's row, as `source:id`; the argument is the source.
CREATE FUNCTION notify_user_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', TG_ARGV[0] || ':' || OLD.id);
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER users_tell_change ON "users";--> statement-breakpoint
CREATE TRIGGER users_notify_deletion AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION notify_user_change('users');--> statement-breakpoint
-- The columns of `SessionUser`, and the password.
CREATE TRIGGER users_notify_change AFTER UPDATE ON "users" FOR EACH ROW
  WHEN ((
    OLD.id, OLD.email, OLD.handle, OLD.password_hash, OLD.first_name, OLD.last_name, OLD.profile_image_url, OLD.bio,
    OLD.paypal_customer_id, OLD.paypal_subscription_id, OLD.is_premium, OLD.heritage_region, OLD.country_of_origin,
    OLD.languages, OLD.collaboration_tags, OLD.bio_multilingual, OLD.language, OLD.notification_choices, OLD.role,
    OLD.is_active, OLD.last_login_at, OLD.created_at, OLD.updated_at
  ) IS DISTINCT FROM (
    NEW.id, NEW.email, NEW.handle, NEW.password_hash, NEW.first_name, NEW.last_name, NEW.profile_image_url, NEW.bio,
    NEW.paypal_customer_id, NEW.paypal_subscription_id, NEW.is_premium, NEW.heritage_region, NEW.country_of_origin,
    NEW.languages, NEW.collaboration_tags, NEW.bio_multilingual, NEW.language, NEW.notification_choices, NEW.role,
    NEW.is_active, NEW.last_login_at, NEW.created_at, NEW.updated_at
  )) EXECUTE FUNCTION notify_user_change('users');--> statement-breakpoint
-- The columns of `UserCounts`.
CREATE TRIGGER users_notify_counts AFTER UPDATE ON "users" FOR EACH ROW
  WHEN ((OLD.followers_count, OLD.following_count, OLD.total_views, OLD.streams_count)
    IS DISTINCT FROM (NEW.followers_count, NEW.following_count, NEW.total_views, NEW.streams_count))
  EXECUTE FUNCTION notify_user_change('user_counts');
