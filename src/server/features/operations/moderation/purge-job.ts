import { REMOVED_CONTENT_DAYS } from '#shared/operations/moderation.ts'
import type { Context } from '#server/feature.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { deleteExpiredViewers } from '#server/features/operations/moderation-cases/viewer-queries.ts'
import { listExpiredRemovals, lockExpiredRemoval, updateDecision } from './decision-queries.ts'
import { type PurgeDependencies, purge } from './purge.ts'

export const purgeRemovedJob = defineJob({
  name: 'moderation.purge',
  payload: noPayload,
  ...RETRIES.dailyCleanup,
})

const DAY_MS = 24 * 60 * 60 * 1000
const BATCH_SIZE = 100

/** Purges content that was removed `REMOVED_CONTENT_DAYS` ago, daily; not while an appeal is pending. */
export const purgeRemovedHandler = (dependencies: PurgeDependencies & Pick<Context, 'db'>): JobHandler =>
  handleJob(
    purgeRemovedJob,
    async (_payload, { signal }) => {
      const { db } = dependencies
      await deleteExpiredViewers(db)
      const before = new Date(Date.now() - REMOVED_CONTENT_DAYS * DAY_MS)
      for (;;) {
        const expired = await listExpiredRemovals(db, before, BATCH_SIZE)
        if (expired.length === 0) break
        for (const { id, subjectType, subjectId } of expired) {
          signal.throwIfAborted()
          await db.transaction(async (tx) => {
            if (!(await lockExpiredRemoval(tx, id))) return
            await purge(tx, dependencies, subjectType, subjectId)
            await updateDecision(tx, id, { deletedAt: new Date() })
          })
        }
      }
      await dependencies.media.deleteReleased()
    },
    { cron: '17 4 * * *' },
  )
