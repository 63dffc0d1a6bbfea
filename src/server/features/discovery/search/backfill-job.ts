import type { Context } from '#server/feature.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { BACKFILLS } from './backfill-queries.ts'

const backfillSearch = defineJob({
  name: 'search.backfill',
  payload: noPayload,
  ...RETRIES.computation,
  queue: { name: 'search', concurrency: 1 },
})

const BATCH_SIZE = 200

/** Writes the search words of rows that are older than the search, at each start and daily. */
export const searchBackfillHandler = ({ db }: Pick<Context, 'db'>): JobHandler =>
  handleJob(
    backfillSearch,
    async (_payload, { signal }) => {
      for (const backfill of BACKFILLS)
        while ((await backfill(db, BATCH_SIZE)) === BATCH_SIZE) signal.throwIfAborted()
    },
    { cron: '19 4 * * *', atStart: true },
  )
