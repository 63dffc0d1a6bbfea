import { and, isNotNull, lt, or } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { analyticsEvents, systemLogs } from './schema.ts'

type NewEvent = Partial<typeof analyticsEvents.$inferInsert> & { eventType: string }
type NewLog = Pick<typeof systemLogs.$inferInsert, 'level' | 'category' | 'message'> &
  Partial<Pick<typeof systemLogs.$inferInsert, 'userId' | 'metadata'>>

export async function recordEvent(db: Executor, event: NewEvent): Promise<void> {
  await db.insert(analyticsEvents).values(event)
}

/** Removes the IP addresses and browsers of the events before this time. */
export async function removeAddressesBefore(db: Executor, before: Date): Promise<void> {
  await db
    .update(analyticsEvents)
    .set({ ipAddress: null, userAgent: null })
    .where(
      and(
        lt(analyticsEvents.createdAt, before),
        or(isNotNull(analyticsEvents.ipAddress), isNotNull(analyticsEvents.userAgent)),
      ),
    )
}

export async function deleteEventsBefore(db: Executor, before: Date): Promise<void> {
  await db.delete(analyticsEvents).where(lt(analyticsEvents.createdAt, before))
}

export async function deleteLogsBefore(db: Executor, before: Date): Promise<void> {
  await db.delete(systemLogs).where(lt(systemLogs.createdAt, before))
}

/** Stores an entry for the operator's log page. The process log (pino) is separate. */
export async function recordLog(db: Executor, entry: NewLog): Promise<void> {
  await db.insert(systemLogs).values(entry)
}
