import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AuditAction } from '#shared/operations/audit.ts'
import { type Period, isCreatedIn } from '#server/db/columns.ts'
import type { Executor } from '#server/db/executor.ts'
import { userRefColumns } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { auditEntries } from './schema.ts'

type NewEntry = Pick<typeof auditEntries.$inferInsert, 'action' | 'actorId' | 'subjectId' | 'details'>

/** Records an action of an admin or a moderator, in the transaction of the action. */
export async function recordAudit(tx: Executor, entry: NewEntry): Promise<void> {
  await tx.insert(auditEntries).values(entry)
}

export type AuditFilter = Period & {
  action?: AuditAction | undefined
  actorId?: string | undefined
  subjectId?: string | undefined
}

type Page = { limit: number; before: string | undefined }

const actor = alias(users, 'actor')
const subject = alias(users, 'subject')

/** Returns the entries that match, the newest first; one more than `limit` when there are more. */
export function listEntries(db: Executor, filter: AuditFilter, { limit, before }: Page) {
  // Users are joined to the rows of the page alone.
  const entries = db
    .select()
    .from(auditEntries)
    .where(and(matches(filter), before === undefined ? undefined : lt(auditEntries.id, before)))
    .orderBy(desc(auditEntries.id))
    .limit(limit + 1)
    .as('entries')
  return db
    .select({
      entry: {
        id: entries.id,
        action: entries.action,
        actorId: entries.actorId,
        subjectId: entries.subjectId,
        details: entries.details,
        createdAt: entries.createdAt,
      },
      actor: userRefColumns(actor),
      subject: userRefColumns(subject),
    })
    .from(entries)
    .leftJoin(actor, eq(actor.id, entries.actorId))
    .leftJoin(
      subject,
      sql`${subject.id} = case when ${entries.subjectId} ~ ${UUID} then ${entries.subjectId}::uuid end`,
    )
    .orderBy(desc(entries.id))
}
export type AuditRow = Awaited<ReturnType<typeof listEntries>>[number]

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

const matches = ({ action, actorId, subjectId, ...period }: AuditFilter) =>
  and(
    action && eq(auditEntries.action, action),
    actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
    subjectId === undefined ? undefined : eq(auditEntries.subjectId, subjectId),
    isCreatedIn(auditEntries.id, period),
  )
