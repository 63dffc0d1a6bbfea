import type { Executor } from '#server/db/executor.ts'
import type { WorkerContext } from '#server/feature.ts'
import { deleteSessionsOf, listUserSessions } from './queries.ts'

/** The ids of sessions are left out: with one somebody could sign in. */
export async function exportSessions(db: Executor, userId: string): Promise<{ sessions: object[] }> {
  const rows = await listUserSessions(db, userId, '')
  return { sessions: rows.map(({ sess, expire }) => ({ ...sess, expire })) }
}

export async function deleteSessions(_context: WorkerContext, tx: Executor, userId: string): Promise<void> {
  await deleteSessionsOf(tx, userId, null)
}
