CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"subject_id" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_entries_actor_idx" ON "audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject_idx" ON "audit_entries" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action_idx" ON "audit_entries" USING btree ("action","id");--> statement-breakpoint
-- Written by hand. Entries of the ledger and of the audit trail are only ever added.
ALTER FUNCTION ledger_is_append_only() RENAME TO rows_are_append_only;
--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
FOR EACH STATEMENT EXECUTE FUNCTION rows_are_append_only();
--> statement-breakpoint
-- Until now the operator's log had what admins did.
WITH moved AS (
  DELETE FROM system_logs
  WHERE user_id IS NOT NULL
    AND message IN ('setting changed', 'tip refund requested', 'tip refunded', 'tip refund failed', 'tip marked as paid out')
  RETURNING *
)
INSERT INTO audit_entries (id, action, actor_id, subject_id, details, created_at)
SELECT
  id,
  CASE message
    WHEN 'setting changed' THEN 'setting.changed'
    WHEN 'tip refund requested' THEN 'tip.refund_requested'
    WHEN 'tip refunded' THEN 'tip.refunded'
    WHEN 'tip refund failed' THEN 'tip.refund_failed'
    ELSE 'tip.paid_out'
  END,
  user_id,
  coalesce(metadata ->> 'key', metadata ->> 'tipId', ''),
  metadata - 'key' - 'tipId',
  created_at
FROM moved;
