import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { v7 } from 'uuid'
import type { Media } from '#shared/media/uploads.ts'
import { enqueueOnNode } from '#server/jobs/enqueue.ts'
import { decodeDataUrl } from './data-url.ts'
import { requireSpace } from './free-space.ts'
import { deleteReleasedJob } from './delete-released-job.ts'
import { listNodesWithReleased, releaseAbandoned, releaseUnclaimed } from './queries.ts'
import type { MediaRow } from './schema.ts'
import {
  type MediaDependencies,
  type ReceivedFile,
  deleteReceived,
  deleteReleased,
  storeFile,
} from './store-file.ts'

/** Stores the images, videos and files of posts and profiles. */
export type MediaStore = {
  /** Folder of files that are being received. The code that writes a file there also deletes it. */
  folder: string
  /** Checks and stores a file of the folder. Throws 413, 415, 503. */
  store(received: ReceivedFile): Promise<Media>
  /** Deletes a file of the folder, and what a killed process has made from it. */
  deleteReceived(id: string): Promise<void>
  /** Checks and stores the data URL of a post; it is claimed like an upload. Throws 400, 413, 415, 503. */
  storeDataUrl(ownerId: string, dataUrl: string): Promise<Media>
  /**
   * Deletes the files that `releaseMedia` released. Enqueues a job on other nodes for their files. Called after
   * commit. Never throws: the cleanup of each node retries.
   */
  deleteReleased(): Promise<void>
  /** Deletes the released files of this node. */
  deleteOwnReleased(): Promise<void>
  /** Deletes the owner's stored media that nothing uses; false when there is none. */
  deleteUnclaimed(id: string, ownerId: string): Promise<boolean>
  /** Releases and deletes unused media created before `before`, also the files that a killed process left behind. */
  deleteAbandoned(before: Date): Promise<void>
}

export async function openMediaStore(dependencies: MediaDependencies, folder: string): Promise<MediaStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const store = async (received: ReceivedFile) => presentMedia(await storeFile(dependencies, received))
  const deleteReleasedSafely = () =>
    deleteEverywhere(dependencies).catch((error: unknown) =>
      dependencies.log.warn({ err: error }, 'released files remain until the next cleanup'),
    )
  return {
    folder,
    store,
    deleteReceived: (id) => deleteReceived(path.join(folder, id)),
    async storeDataUrl(ownerId, dataUrl) {
      const bytes = decodeDataUrl(dataUrl, 'mediaUrl')
      const id = v7()
      const file = path.join(folder, id)
      await requireSpace(dependencies.disk, bytes.length)
      try {
        await writeFile(file, bytes, { mode: 0o600, flag: 'wx' })
        return await store({ id, ownerId, path: file, purpose: 'post', originalName: '' })
      } finally {
        await deleteReceived(file)
      }
    },
    deleteReleased: deleteReleasedSafely,
    deleteOwnReleased: () => deleteReleased(dependencies),
    async deleteUnclaimed(id, ownerId) {
      const isReleased = await releaseUnclaimed(dependencies.db, id, ownerId)
      if (isReleased) await deleteReleasedSafely()
      return isReleased
    },
    async deleteAbandoned(before) {
      await releaseAbandoned(dependencies.db, before)
      await deleteReleased(dependencies)
    },
  }
}

async function deleteEverywhere(dependencies: MediaDependencies): Promise<void> {
  const { db, nodeId } = dependencies
  await deleteReleased(dependencies)
  for (const other of await listNodesWithReleased(db, nodeId))
    await enqueueOnNode(db, other, deleteReleasedJob, {}, { key: 'released' })
}

export function presentMedia(row: MediaRow): Media {
  const { url, type, mimeType, fileSize, width, height, duration, hasLostMotion, hasLostSound } = row
  const media = { url, mediaType: type, mimeType, fileSize, width, height, duration }
  return { ...media, ...(hasLostMotion && { hasLostMotion }), ...(hasLostSound && { hasLostSound }) }
}
