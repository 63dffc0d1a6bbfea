-- Tells who listens on the channel `changes` which rows of a table were changed or deleted, by whomever: `table:key`.
-- The argument names the column that holds the key.
CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', TG_TABLE_NAME || ':' || (to_jsonb(OLD) ->> TG_ARGV[0]));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_tell_change AFTER UPDATE OR DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION tell_change('id');--> statement-breakpoint
CREATE TRIGGER sessions_tell_change AFTER UPDATE OR DELETE ON "sessions" FOR EACH ROW EXECUTE FUNCTION tell_change('sid');
