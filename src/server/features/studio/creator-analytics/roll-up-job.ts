import type { Db } from '#server/db/executor.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { findFirstFactTime, findNextRollUp, refreshRevenue, rollUp } from './daily-queries.ts'
import { DAY_MS, startOfDay } from '#server/utc-days.ts'

export const rollUpAnalytics = defineJob({
  name: 'analytics.rollUp',
  payload: noPayload,
  ...RETRIES.computation,
})

/** Days that are rolled up again: a playback that began on one may have been reported on the next. */
const LATE_DAYS = 3
/** Days per transaction. */
const CHUNK_DAYS = 31

/**
 * Rolls up all past days since the last run, and again the last days before it, into `creator_analytics`. Runs daily and when
 * a process starts. Safe to repeat.
 */
export const rollUpHandler = ({ db }: { db: Db }): JobHandler =>
  handleJob(
    rollUpAnalytics,
    async (_payload, { signal }) => {
      const today = startOfDay(new Date()).getTime()
      const next = (await findNextRollUp(db))?.getTime()
      const first = next === undefined ? (await findFirstFactTime(db))?.getTime() : next
      if (first === undefined) return
      const from = startOfDay(new Date(Math.min(first, today))).getTime() - LATE_DAYS * DAY_MS
      for (let start = from; start < today; start += CHUNK_DAYS * DAY_MS) {
        signal.throwIfAborted()
        const end = Math.min(start + CHUNK_DAYS * DAY_MS, today)
        await rollUp(db, { from: new Date(start), to: new Date(end) })
      }
      // Refunds come weeks after their tips.
      await refreshRevenue(db, { since: new Date(from), until: new Date(today) })
    },
    { cron: '17 0 * * *', atStart: true },
  )
