import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { UploadPurpose } from '#shared/media/uploads.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
import type { DiskSpace } from '#server/storage/disk-space.ts'
import { lockUser } from '#server/features/accounts/users/queries.ts'
import { codeOf } from '#server/startup/startup-error.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { Transcoder } from '#server/transcoding/transcoder.ts'
import { diskFull, requireSpace } from './free-space.ts'
import { deleteMedia, insertMedia, listReleased, markReady, releaseUnused } from './queries.ts'
import { makePoster } from './make-poster.ts'
import { prepareFile } from './prepare-file.ts'
import { prepareVideoUpload } from './prepare-video-upload.ts'
import { isPrivatePurpose, privateUrl } from './private-purposes.ts'
import type { MediaRow } from './schema.ts'
import { overAllowance } from './video-failure.ts'

export type MediaDependencies = {
  db: Db
  disk: DiskSpace
  images: ImagePool
  storage: Storage
  transcoder: Transcoder
  log: Logger
  /** The node of the storage. */
  nodeId: string
  /** Returns how many bytes a user may still store. */
  remainingStorage(db: Executor, ownerId: string): Promise<number>
}
/** A received file, and the id of its future row. */
export type ReceivedFile = {
  id: string
  ownerId: string
  originalName: string
  purpose: UploadPurpose
  fingerprint?: string | null
  path: string
  /** Untrusted image bytes; used only for a video. */
  poster?: Buffer | null
  /** Ends the processing: the promise rejects with its reason, and nothing stays stored. */
  signal?: AbortSignal
}

/**
 * Checks a file and stores the result of `prepareFile`. Inserts the row first and marks it ready after the last file:
 * an interrupted attempt is discarded here or by the cleanup. The caller deletes the file at `path`.
 * @throws {HttpError} 413, 415, 503
 */
export async function storeFile(dependencies: MediaDependencies, received: ReceivedFile): Promise<MediaRow> {
  const workFolder = workFolderOf(received.path)
  try {
    // An earlier attempt for this file may have been killed.
    await rm(workFolder, { recursive: true, force: true })
    await mkdir(workFolder, { mode: 0o700 })
    await requireSpace(dependencies.disk, (await stat(received.path)).size)
    return await prepareAndStore(dependencies, { ...received, workFolder })
  } catch (error) {
    const isFull = ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')
    throw isFull ? Object.assign(diskFull(), { cause: error }) : error
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}

/** The folder for intermediate files, next to the received file. */
const workFolderOf = (file: string): string => `${file}.work`

/** Deletes a received file, and what a killed process has made from it. */
export async function deleteReceived(file: string): Promise<void> {
  await rm(workFolderOf(file), { recursive: true, force: true })
  await rm(file, { force: true })
}

/**
 * Inserts the row of a file if it fits in the owner's allowance. Locks the user: concurrent files must not exceed the allowance
 * together.
 */
async function insertWithinAllowance(
  { db, remainingStorage }: MediaDependencies,
  row: Parameters<typeof insertMedia>[1] & { uploadedBy: string; fileSize: number; posterSize: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, row.uploadedBy)
    if (row.fileSize + row.posterSize > (await remainingStorage(tx, row.uploadedBy))) throw overAllowance()
    await insertMedia(tx, row)
  })
}

async function prepareAndStore(
  dependencies: MediaDependencies,
  received: ReceivedFile & { workFolder: string },
): Promise<MediaRow> {
  const { id, ownerId, originalName, purpose, fingerprint = null } = received
  const {
    files,
    key,
    mediaType,
    path: videoPath,
    still,
    ...info
  } = isPrivatePurpose(purpose)
    ? await prepareVideoUpload(dependencies.images, { ...received, purpose })
    : await prepareFile(dependencies, {
        ...received,
        purpose,
        remainingStorage: () => dependencies.remainingStorage(dependencies.db, ownerId),
      })
  const poster =
    mediaType === 'video' && videoPath !== null && !still
      ? await makePoster(dependencies, { ...received, path: videoPath, poster: received.poster ?? null })
      : null
  const posterSize = still?.size ?? poster?.bytes.length ?? 0
  const fileSize = files.reduce((sum, { size }) => sum + size, 0) - (still?.size ?? 0)
  const posterKey = still?.key ?? poster?.key
  // An earlier attempt for this id may have been killed.
  await discardUnused(dependencies, id)
  await insertWithinAllowance(dependencies, {
    ...info,
    id,
    purpose,
    originalName,
    fingerprint,
    uploadedBy: ownerId,
    nodeId: dependencies.nodeId,
    type: mediaType,
    url: isPrivatePurpose(purpose) ? privateUrl(id) : `/files/${key}`,
    isPublic: !isPrivatePurpose(purpose),
    fileName: path.basename(key),
    loops: still !== undefined,
    posterUrl: posterKey === undefined ? null : `/files/${posterKey}`,
    files: [...files, ...(poster ? [poster] : [])].map((each) => each.key),
    fileSize,
    posterSize,
  })
  try {
    for (const file of files) await file.put(dependencies.storage)
    if (poster) await dependencies.storage.put(poster.key, poster.bytes)
    const row = await markReady(dependencies.db, id)
    if (!row) throw new Error('the file was released while it was being stored')
    received.signal?.throwIfAborted()
    return row
  } catch (error) {
    await discardUnused(dependencies, id).catch((reason: unknown) =>
      dependencies.log.warn({ err: reason, id }, 'files of a failed upload remain until the next cleanup'),
    )
    throw error
  }
}

/** Deletes the files and rows of this node's released media. The cleanup retries failed deletions. */
export async function deleteReleased({
  db,
  storage,
  log,
  nodeId,
}: Pick<MediaDependencies, 'db' | 'storage' | 'log' | 'nodeId'>): Promise<void> {
  for (let afterId: string | undefined; ;) {
    const rows = await listReleased(db, { nodeId, afterId, limit: BATCH_SIZE })
    const deletedIds: string[] = []
    for (const { id, files } of rows) {
      try {
        for (const key of files) await storage.delete(key)
        deletedIds.push(id)
      } catch (error) {
        log.error({ err: error, id }, 'a file could not be deleted')
      }
    }
    await deleteMedia(db, deletedIds)
    afterId = rows.at(-1)?.id
    if (rows.length < BATCH_SIZE) return
  }
}

const BATCH_SIZE = 100

async function discardUnused(dependencies: MediaDependencies, id: string): Promise<void> {
  await releaseUnused(dependencies.db, id)
  await deleteReleased(dependencies)
}
