ALTER TABLE "notifications" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_unread_idx" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null and not "notifications"."is_hidden";--> statement-breakpoint
-- Says of each of the notifications anew whether all its actors are deactivated. Whoever joins or leaves one of them at
-- the same time has it locked: the second statement waits for that and sees it.
CREATE FUNCTION refresh_hidden_notifications(touched uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM notifications WHERE id = ANY (touched) ORDER BY id FOR UPDATE;
  UPDATE notifications n SET is_hidden = NOT known.has_actor
  FROM (
    SELECT t.id, EXISTS (
      SELECT FROM notification_actors a JOIN users u ON u.id = a.actor_id
      WHERE a.notification_id = t.id AND u.is_active
    ) AS has_actor
    FROM unnest(touched) AS t(id)
  ) known
  WHERE n.id = known.id AND n.is_hidden = known.has_actor;
END $$;--> statement-breakpoint
CREATE FUNCTION actor_is_active_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_hidden_notifications(ARRAY(SELECT notification_id FROM notification_actors WHERE actor_id = NEW.id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_hide_notifications AFTER UPDATE OF is_active ON "users" FOR EACH ROW
  WHEN (OLD.is_active IS DISTINCT FROM NEW.is_active) EXECUTE FUNCTION actor_is_active_changed();--> statement-breakpoint
CREATE FUNCTION actors_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE notifications n SET is_hidden = false
  FROM joined JOIN users u ON u.id = joined.actor_id AND u.is_active
  WHERE n.id = joined.notification_id AND n.is_hidden;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER notification_actors_joined AFTER INSERT ON "notification_actors" REFERENCING NEW TABLE AS joined
  FOR EACH STATEMENT EXECUTE FUNCTION actors_joined();--> statement-breakpoint
CREATE FUNCTION actors_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_hidden_notifications(ARRAY(SELECT DISTINCT notification_id FROM gone));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER notification_actors_left AFTER DELETE ON "notification_actors" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION actors_left();--> statement-breakpoint
UPDATE notifications n SET is_hidden = true WHERE NOT EXISTS (
  SELECT FROM notification_actors a JOIN users u ON u.id = a.actor_id
  WHERE a.notification_id = n.id AND u.is_active
);
