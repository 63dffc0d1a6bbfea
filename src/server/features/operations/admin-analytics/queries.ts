import { and, asc, eq, getTableColumns, gte, lt, max, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { addDays, utcDate } from '#server/utc-days.ts'
import type { DayActivity } from './activity-queries.ts'
import type { DayFigures, TipFigures } from './figure-queries.ts'
import { platformCohorts, platformDays } from './schema.ts'

export type StoredDay = typeof platformDays.$inferSelect

/**
 * Stores a day that is over. Of a stored day, it changes only the watch time, which may have grown, and the tips, which may
 * have been refunded: members and posts that were deleted since stay counted.
 */
export async function storeDay(
  db: Executor,
  day: Date,
  figures: DayFigures,
  activity: DayActivity,
): Promise<void> {
  // Peaks of viewers are recorded since the same version as the activity of members.
  const peakViewers = activity.activeDay === null ? null : figures.peakViewers
  const { tips, tipsCents, sandboxTips, sandboxTipsCents, watchTime } = figures
  await db
    .insert(platformDays)
    .values({ ...figures, ...activity, peakViewers, date: utcDate(day) })
    .onConflictDoUpdate({
      target: platformDays.date,
      set: {
        watchTime: sql`greatest(${platformDays.watchTime}, ${watchTime})`,
        ...{ tips, tipsCents, sandboxTips, sandboxTipsCents },
      },
    })
}

/** Stores the tips of a day again; without effect if the day is not stored. */
export async function updateTips(db: Executor, day: Date, tips: TipFigures): Promise<void> {
  await db
    .update(platformDays)
    .set(tips)
    .where(eq(platformDays.date, utcDate(day)))
}

/** Returns the day after the last stored one; null before the first roll-up. */
export async function findNextDay(db: Executor): Promise<Date | null> {
  const [row] = await db.select({ last: max(platformDays.date) }).from(platformDays)
  return row?.last ? addDays(new Date(row.last), 1) : null
}

/** Returns the stored days of a period, oldest first. */
export function listStoredDays(db: Executor, { from, to }: { from: Date; to: Date }): Promise<StoredDay[]> {
  return db
    .select(getTableColumns(platformDays))
    .from(platformDays)
    .where(and(gte(platformDays.date, utcDate(from)), lt(platformDays.date, utcDate(to))))
    .orderBy(asc(platformDays.date))
}

/** Returns how many members of the cohorts since then were active in each stored week. */
export function listCohortWeeks(db: Executor, since: Date): Promise<(typeof platformCohorts.$inferSelect)[]> {
  return db
    .select(getTableColumns(platformCohorts))
    .from(platformCohorts)
    .where(gte(platformCohorts.cohort, utcDate(since)))
}
