import type { Executor } from '#server/db/executor.ts'
import type { WorkerContext } from '#server/feature.ts'
import { deleteSessionsOf, listUserSessions } from './queries.ts'

/** Exports the sessions of a user without their ids, as an id authenticates. */
export async function exportSessions(db: Executor, userId: string): Promise<{ sessions: object[] }> {
  const rows = await listUserSessions(db, userId, '')
  return { sessions: rows.map(({ sess, expire }) => ({ ...sess, expire })) }
}

export async function deleteSessions(_context: WorkerContext, tx: Executor, userId: string): Promise<void> {
  await deleteSessionsOf(tx, userId, null)
}
