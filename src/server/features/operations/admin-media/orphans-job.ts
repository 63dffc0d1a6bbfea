import { z } from 'zod/mini'
import type { Context } from '#server/feature.ts'
import { recordLog } from '#server/logs/queries.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineLocalJob } from '#server/jobs/job.ts'
import type { ListedFile, Storage } from '#server/storage/storage.ts'
import {
  deleteOrphanRows,
  findReferenced,
  deleteStaleOrphans,
  listOrphans,
  recordCheck,
  recordOrphans,
} from './orphan-queries.ts'

/** Runs on each node, for the files in its DATA_DIR. */
export const findOrphansJob = defineLocalJob({
  name: 'media.findOrphans',
  /** `clear`: deletes the orphans at once, not a week later. */
  payload: z.object({ clear: z.optional(z.boolean()) }),
  attempts: 3,
  backoffSeconds: [600],
})

const DAY_MS = 24 * 60 * 60 * 1000
/** Files are stored shortly before the row that refers to them, and deleted shortly after it. */
const GRACE_MS = DAY_MS
/** The time to restore rows from a backup before the files that they refer to are deleted. */
const RETENTION_MS = 7 * DAY_MS
const BATCH_SIZE = 500

type Dependencies = Pick<Context, 'db' | 'nodeId'> & { storage: Storage }

/** Finds orphaned files in this node's storage daily, and deletes those that were found a week ago. */
export const findOrphansHandler = (dependencies: Dependencies): JobHandler =>
  handleJob(
    findOrphansJob,
    async ({ clear = false }, { signal }) => {
      await findOrphans(dependencies, signal)
      await clearOrphans(dependencies, clear ? null : new Date(Date.now() - RETENTION_MS), signal)
    },
    { cron: '11 4 * * *' },
  )

async function findOrphans({ db, nodeId, storage }: Dependencies, signal: AbortSignal): Promise<void> {
  const seenAt = new Date()
  const total = { files: 0, bytes: 0 }
  let batch: ListedFile[] = []
  const checkBatch = async () => {
    signal.throwIfAborted()
    const old = batch.filter(({ storedAt }) => storedAt.getTime() < seenAt.getTime() - GRACE_MS)
    batch = []
    const referenced = await findReferenced(
      db,
      old.map(({ key }) => key),
    )
    const orphans = old.filter(({ key }) => !referenced.has(key))
    await recordOrphans(
      db,
      { nodeId, seenAt },
      orphans.map(({ key, size }) => ({ key, size })),
    )
  }
  for await (const file of storage.list()) {
    total.files += 1
    total.bytes += file.size
    batch.push(file)
    if (batch.length === BATCH_SIZE) await checkBatch()
  }
  await checkBatch()
  await deleteStaleOrphans(db, nodeId, seenAt)
  await recordCheck(db, { nodeId, checkedAt: seenAt, ...total })
}

async function clearOrphans(
  { db, nodeId, storage }: Dependencies,
  foundBefore: Date | null,
  signal: AbortSignal,
): Promise<void> {
  const cleared = { files: 0, bytes: 0 }
  for (;;) {
    signal.throwIfAborted()
    const next = await listOrphans(db, { nodeId, foundBefore, limit: BATCH_SIZE })
    if (next.length === 0) break
    const keys = next.map(({ key }) => key)
    // A row may have come back since the check.
    const referenced = await findReferenced(db, keys)
    for (const { key, size } of next) {
      if (referenced.has(key)) continue
      await storage.delete(key)
      cleared.files += 1
      cleared.bytes += size
    }
    await deleteOrphanRows(db, nodeId, keys)
  }
  if (cleared.files > 0)
    await recordLog(db, {
      level: 'info',
      category: 'storage',
      message: 'Files that belonged to nothing were deleted.',
      metadata: { ...cleared, nodeId },
    })
}
