import { and, asc, gt, like } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { auditEntries } from './schema.ts'

/** Returns the entries whose action begins so, oldest first; with `after` only those that were added since this id. */
export function listAudit(db: Executor, action: string, after?: string) {
  return db
    .select()
    .from(auditEntries)
    .where(and(like(auditEntries.action, `${action}%`), after ? gt(auditEntries.id, after) : undefined))
    .orderBy(asc(auditEntries.id))
}
