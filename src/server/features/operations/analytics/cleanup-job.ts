import type { Context } from '#server/feature.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { deleteLogsBefore } from '#server/features/operations/system-logs/queries.ts'
import {
  deleteViewsBefore,
  removeViewAddressesBefore,
} from '#server/features/videos/video-views/cleanup-queries.ts'
import { utcDate } from './days.ts'
import { deleteActiveDaysBefore } from './activity-queries.ts'
import { deleteEventsBefore, removeAddressesBefore } from './queries.ts'

export const cleanupEvents = defineJob({
  name: 'analytics.cleanup',
  payload: noPayload,
  ...RETRIES.dailyCleanup,
})

/** As the privacy page says. */
const ADDRESS_DAYS = 30
const ENTRY_DAYS = 730
const ACTIVE_DAYS = 100

/**
 * Removes the addresses of old events and playbacks, and deletes events, playbacks, log entries and active days that are
 * older still, daily.
 */
export const eventCleanupHandler = ({ db }: Pick<Context, 'db'>): JobHandler =>
  handleJob(
    cleanupEvents,
    async (_payload, { signal }) => {
      for (const next of [
        () => removeAddressesBefore(db, daysAgo(ADDRESS_DAYS)),
        () => removeViewAddressesBefore(db, daysAgo(ADDRESS_DAYS)),
        () => deleteViewsBefore(db, daysAgo(ENTRY_DAYS)),
        () => deleteEventsBefore(db, daysAgo(ENTRY_DAYS)),
        () => deleteActiveDaysBefore(db, utcDate(daysAgo(ACTIVE_DAYS))),
        () => deleteLogsBefore(db, daysAgo(ENTRY_DAYS)),
      ])
        while (await next()) signal.throwIfAborted()
    },
    { cron: '41 3 * * *' },
  )

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)
