import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { enqueueOnNode } from '#server/jobs/enqueue.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineLocalJob } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import type { Storage } from '#server/storage/storage.ts'
import { findFiles, renameFiles } from './media-queries.ts'

/**
 * Renames the public files of removed content, on the node that stores them, so that the old URLs return 404. The new names
 * are part of the job, so that a repeated attempt uses the same ones.
 */
export const renameMediaJob = defineLocalJob({
  name: 'moderation.renameMedia',
  payload: z.object({
    subjectType: z.enum(['post', 'stream']),
    subjectId: id,
    renames: z.array(z.object({ from: z.string(), to: z.string() })),
  }),
  ...RETRIES.deletion,
})

type Subject = Pick<z.output<(typeof renameMediaJob)['payload']>, 'subjectType' | 'subjectId'>
type Rename = { from: string; to: string }

/** Enqueues the renaming in the transaction of the removal. `nodeId`: this node. */
export async function enqueueMediaRename(
  tx: Executor,
  { nodeId }: Pick<Context, 'nodeId'>,
  subject: Subject,
): Promise<void> {
  const found = await findFiles(tx, subject)
  // Files without a node are from versions with a single node.
  if (found)
    await enqueueOnNode(tx, found.nodeId ?? nodeId, renameMediaJob, {
      ...subject,
      renames: chooseNames(found.files),
    })
}

/** The files of one image keep a common name: pages derive the URLs of its other sizes from one URL. */
function chooseNames(files: readonly string[]): Rename[] {
  const newNames = new Map<string, string>()
  return files.map((from) => {
    const { folder = '', name = '', rest = '' } = PARTS.exec(from)?.groups ?? {}
    const newName = newNames.get(name) ?? randomUUID()
    newNames.set(name, newName)
    return { from, to: folder + newName + rest }
  })
}

const PARTS = /^(?<folder>.*\/)(?<name>.+?)(?<rest>(?:-small|-large)?\.\w+)$/

/**
 * Copies the files, changes the rows in one transaction, and deletes the files that no row refers to: the old ones, or the
 * copies if the content was restored meanwhile. A killed attempt leaves one complete set, and the next attempt continues.
 */
export const renameMediaHandler = ({ db, storage }: Pick<Context, 'db'> & { storage: Storage }): JobHandler =>
  handleJob(renameMediaJob, async ({ renames, ...subject }) => {
    for (const rename of renames) await copyFile(storage, rename)
    const current = await db.transaction((tx) => renameFiles(tx, subject, renames))
    for (const key of renames.flatMap(({ from, to }) => [from, to]))
      if (!current.includes(key)) await storage.delete(key)
  })

async function copyFile(storage: Storage, { from, to }: Rename): Promise<void> {
  if ((await storage.stat(to)) || !(await storage.stat(from))) return
  await storage.withLocalFile(from, async (file) => {
    // A copy can be a hard link with the old time: the check for orphans would delete an old file without a row.
    const now = new Date()
    await utimes(file, now, now)
    await storage.putFile(to, file)
  })
}
