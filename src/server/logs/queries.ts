import { and, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { analyticsEvents, systemLogs } from './schema.ts'

type NewLog = Pick<typeof systemLogs.$inferInsert, 'level' | 'category' | 'message'> &
  Partial<Pick<typeof systemLogs.$inferInsert, 'userId' | 'metadata'>>

/** Stores an entry for the operator's log page. The process log (pino) is separate. */
export async function recordLog(db: Executor, entry: NewLog): Promise<void> {
  await db.insert(systemLogs).values(entry)
}

type NewEvent = Partial<typeof analyticsEvents.$inferInsert> & { eventType: string }

/** Stores what happened for the figures of the platform. */
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
export async function deleteEventsBefore(db: Executor, before: Date): Promise<boolean> {
  const next = db
    .select({ id: analyticsEvents.id })
    .from(analyticsEvents)
    .where(lt(analyticsEvents.createdAt, before))
    .limit(BATCH_SIZE)
  const { rowCount } = await db.delete(analyticsEvents).where(inArray(analyticsEvents.id, next))
  return rowCount === BATCH_SIZE
}

/** Deletes the next entries before this time. Returns whether there may be more. */
export async function deleteLogsBefore(db: Executor, before: Date): Promise<boolean> {
  const next = db
    .select({ id: systemLogs.id })
    .from(systemLogs)
    .where(lt(systemLogs.createdAt, before))
    .limit(BATCH_SIZE)
  const { rowCount } = await db.delete(systemLogs).where(inArray(systemLogs.id, next))
  return rowCount === BATCH_SIZE
}

/** Deletes the events of a type that contain these values. */
export async function deleteEventsWith(tx: Executor, eventType: string, metadata: object): Promise<void> {
  await tx
    .delete(analyticsEvents)
    .where(
      and(
        eq(analyticsEvents.eventType, eventType),
        sql`${analyticsEvents.metadata} @> ${JSON.stringify(metadata)}::jsonb`,
      ),
    )
}

/** Deletes the events of a user, and forgets the user in the entries of the log. */
export async function forgetUserInLogs(tx: Executor, userId: string): Promise<void> {
  await tx.delete(analyticsEvents).where(eq(analyticsEvents.userId, userId))
  await tx.update(systemLogs).set({ userId: null }).where(eq(systemLogs.userId, userId))
  await tx
    .update(systemLogs)
    .set({ metadata: sql`${systemLogs.metadata} - 'memberId'` })
    .where(sql`${systemLogs.metadata} @> ${JSON.stringify({ memberId: userId })}::jsonb`)
}
