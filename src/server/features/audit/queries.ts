import type { Executor } from '#server/db/executor.ts'
import { auditEntries } from './schema.ts'

type NewEntry = Pick<typeof auditEntries.$inferInsert, 'action' | 'actorId' | 'subjectId' | 'details'>

/** Stores what an admin or a moderator did, in the transaction that does it. */
export async function recordAudit(tx: Executor, entry: NewEntry): Promise<void> {
  await tx.insert(auditEntries).values(entry)
}
