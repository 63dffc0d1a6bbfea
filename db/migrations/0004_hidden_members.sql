ALTER TABLE "broadcast_views" ADD COLUMN "address" text;--> statement-breakpoint
CREATE INDEX "analytics_events_sign_in_idx" ON "analytics_events" USING btree ("user_id","ip_address","created_at") WHERE "analytics_events"."event_type" = 'member_signed_in';--> statement-breakpoint
CREATE INDEX "broadcast_views_address_idx" ON "broadcast_views" USING btree ("stream_id","started_at","address") WHERE "broadcast_views"."address" is not null;--> statement-breakpoint
-- Tells who listens on the channel `changes` which member was deactivated, as `deactivations:id`.
CREATE FUNCTION tell_deactivation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', 'deactivations:' || OLD.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_tell_deactivation AFTER UPDATE OF is_active ON "users" FOR EACH ROW
WHEN (OLD.is_active AND NOT NEW.is_active) EXECUTE FUNCTION tell_deactivation();
