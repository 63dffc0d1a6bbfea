import { and, inArray, isNotNull, lt, or } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { analyticsEvents, systemLogs } from './schema.ts'

type NewEvent = Partial<typeof analyticsEvents.$inferInsert> & { eventType: string }
type NewLog = Pick<typeof systemLogs.$inferInsert, 'level' | 'category' | 'message'> &
  Partial<Pick<typeof systemLogs.$inferInsert, 'userId' | 'metadata'>>

export async function recordEvent(db: Executor, event: NewEvent): Promise<void> {
  await db.insert(analyticsEvents).values(event)
}

/** Rows per statement of a cleanup. */
const BATCH_SIZE = 5000

/** Removes the IP addresses and browsers of the next events before this time. Returns whether there may be more. */
export async function removeAddressesBefore(db: Executor, before: Date): Promise<boolean> {
  const hasAddress = or(isNotNull(analyticsEvents.ipAddress), isNotNull(analyticsEvents.userAgent))
  const next = db
    .select({ id: analyticsEvents.id })
    .from(analyticsEvents)
    .where(and(lt(analyticsEvents.createdAt, before), hasAddress))
    .limit(BATCH_SIZE)
  const { rowCount } = await db
    .update(analyticsEvents)
    .set({ ipAddress: null, userAgent: null })
    .where(inArray(analyticsEvents.id, next))
  return rowCount === BATCH_SIZE
}

/** Deletes the next events before this time. Returns whether there may be more. */
export function deleteEventsBefore(db: Executor, before: Date): Promise<boolean> {
  return deleteBefore(db, analyticsEvents, before)
}

/** The same for entries of the operator's log. */
export function deleteLogsBefore(db: Executor, before: Date): Promise<boolean> {
  return deleteBefore(db, systemLogs, before)
}

async function deleteBefore(
  db: Executor,
  table: typeof analyticsEvents | typeof systemLogs,
  before: Date,
): Promise<boolean> {
  const next = db.select({ id: table.id }).from(table).where(lt(table.createdAt, before)).limit(BATCH_SIZE)
  const { rowCount } = await db.delete(table).where(inArray(table.id, next))
  return rowCount === BATCH_SIZE
}

/** Stores an entry for the operator's log page. The process log (pino) is separate. */
export async function recordLog(db: Executor, entry: NewLog): Promise<void> {
  await db.insert(systemLogs).values(entry)
}
