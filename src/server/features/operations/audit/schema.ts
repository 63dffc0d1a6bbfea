import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AuditAction } from '#shared/operations/audit.ts'
import { createdAt, primaryId } from '#server/db/columns.ts'

/**
 * Actions of admins and moderators. A trigger refuses to change or delete a row. No foreign keys, as entries outlive their
 * subjects.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: primaryId(),
    action: text().$type<AuditAction>().notNull(),
    actorId: uuid('actor_id').notNull(),
    /** The id of the changed record, such as a user or a tip; the key of a setting. */
    subjectId: text('subject_id').notNull(),
    /** Values of the change, such as `before` and `after`, and the reason if one was given. */
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index('audit_entries_actor_idx').on(table.actorId, table.id),
    // For an action that is frequent, but not by this actor.
    index('audit_entries_actor_action_idx').on(table.actorId, table.action, table.id),
    index('audit_entries_subject_idx').on(table.subjectId, table.id),
    index('audit_entries_action_idx').on(table.action, table.id),
  ],
)
