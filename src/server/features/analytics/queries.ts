import type { Executor } from '#server/db/executor.ts'
import { analyticsEvents, systemLogs } from './schema.ts'

type NewEvent = Partial<typeof analyticsEvents.$inferInsert> & { eventType: string }
type NewLog = Pick<typeof systemLogs.$inferInsert, 'level' | 'category' | 'message'> &
  Partial<Pick<typeof systemLogs.$inferInsert, 'userId' | 'metadata'>>

export async function recordEvent(db: Executor, event: NewEvent): Promise<void> {
  await db.insert(analyticsEvents).values(event)
}

/** Stores an entry for the operator's log page. The process log (pino) is separate. */
export async function recordLog(db: Executor, entry: NewLog): Promise<void> {
  await db.insert(systemLogs).values(entry)
}
