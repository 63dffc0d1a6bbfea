import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Executor } from '#server/db/executor.ts'
import { lockUser } from '#server/features/accounts/users/queries.ts'
import { TranscodeError } from '#server/transcoding/transcode-error.ts'
import { type NewVideoFile, listFiles } from '../files/queries.ts'
import { publishVideoChanges } from '../video-changes.ts'
import { type ProcessingRun, VideoGone } from './process-video.ts'
import { type ProcessableVideo, insertMissingFiles, lockProcessable } from './queries.ts'

/** A file in the working folder, under its final name. */
export type ProducedFile = Omit<NewVideoFile, 'videoId' | 'key' | 'size'>

/**
 * Stores files of the folder, and inserts their rows in one transaction, which runs `before` first. Skips files that the video
 * has already, and a poster if it has one under another name.
 * @throws {VideoGone} if the video was deleted or has failed; {TranscodeError} `overAllowance`
 */
export async function storeFiles(
  run: ProcessingRun,
  files: readonly ProducedFile[],
  before: (tx: Executor, video: ProcessableVideo) => Promise<void> = async () => {},
): Promise<void> {
  const { db } = run.dependencies
  const sizes = await Promise.all(files.map(({ name }) => stat(path.join(run.folder.path, name))))
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0)
  await requireAllowance(run, db, bytes)
  const rows = await putFiles(run, files)
  await db.transaction(async (tx) => {
    const video = await lockProcessable(tx, run.video.id)
    if (!video) throw new VideoGone()
    // Checked again under the lock: concurrent jobs may each have found enough space.
    await lockUser(tx, video.creatorId)
    await requireAllowance(run, tx, bytes)
    await before(tx, video)
    const hasPoster = (await listFiles(tx, [video.id])).some(({ kind }) => kind === 'poster')
    await insertMissingFiles(
      tx,
      rows.filter(({ kind }) => kind !== 'poster' || !hasPoster),
    )
    publishVideoChanges(run.dependencies, tx, video.creatorId, [video.id])
  })
}

async function requireAllowance(run: ProcessingRun, db: Executor, bytes: number): Promise<void> {
  if (bytes === 0) return
  const remaining = await run.dependencies.remainingStorage(db, run.video.creatorId)
  if (bytes > remaining) throw new TranscodeError('overAllowance', `the creator may store ${remaining} bytes`)
}

/** A file without a row is deleted with the working folder. */
async function putFiles(
  { dependencies, folder, video }: ProcessingRun,
  files: readonly ProducedFile[],
): Promise<NewVideoFile[]> {
  const { nodeId, storage } = dependencies
  const rows: NewVideoFile[] = []
  for (const file of files) {
    const local = path.join(folder.path, file.name)
    const key = folder.keyPrefix + file.name
    const { size } = await stat(local)
    await storage.putFile(key, local)
    rows.push({ ...file, videoId: video.id, nodeId, key, size })
  }
  return rows
}
