import { COHORT_WEEKS } from '#shared/operations/admin-analytics.ts'
import type { Db } from '#server/db/executor.ts'
import { DAY_MS, addDays, startOfDay } from '#server/utc-days.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { computeActivity, findActivityStart, insertCohortWeek } from './activity-queries.ts'
import { computeFigures, computeTips, findFirstDay, listRefundedDays } from './figure-queries.ts'
import { findNextDay, storeDay, updateTips } from './queries.ts'

export const rollUpPlatform = defineJob({
  name: 'analytics.rollUpPlatform',
  payload: noPayload,
  ...RETRIES.computation,
})

/** Days that are rolled up again: a playback that began on one may have been reported on the next. */
const LATE_DAYS = 3
const SUNDAY = 0

/**
 * Rolls up all past days since the last run into `platform_days`, and past weeks into `platform_cohorts`. Runs daily and when
 * a process starts. Safe to repeat.
 */
export const platformRollUpHandler = ({ db }: { db: Db }): JobHandler =>
  handleJob(
    rollUpPlatform,
    async (_payload, { signal }) => {
      const today = startOfDay(new Date())
      const next = await findNextDay(db)
      const from = next ? addDays(next, -LATE_DAYS) : await findFirstDay(db, today)
      if (!from) return
      const activityStart = await findActivityStart(db)
      for (let time = from.getTime(); time < today.getTime(); time += DAY_MS) {
        signal.throwIfAborted()
        await rollUpDay(db, new Date(time), activityStart)
      }
      // Refunds come weeks after their tips.
      for (const day of await listRefundedDays(db, { since: from, until: from }))
        await updateTips(db, day, await computeTips(db, day))
    },
    // Soon after midnight: until then pages compute yesterday themselves.
    { cron: '2 0 * * *', atStart: true },
  )

async function rollUpDay(db: Db, day: Date, activityStart: string): Promise<void> {
  const figures = await computeFigures(db, day)
  const activity = await computeActivity(db, day, activityStart)
  await db.transaction(async (tx) => {
    await storeDay(tx, day, figures, activity)
    if (day.getUTCDay() !== SUNDAY || activity.activeWeek === null) return
    const week = addDays(day, -6)
    await insertCohortWeek(tx, { first: addDays(week, -7 * (COHORT_WEEKS - 1)), week })
  })
}
