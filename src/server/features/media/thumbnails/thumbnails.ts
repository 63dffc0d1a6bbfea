import { defineService } from '#server/services.ts'
import type { Context } from '#server/feature.ts'
import {
  type StorageAllowance,
  storageAllowanceService,
} from '#server/features/media/storage-allowance/storage-allowance.ts'
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { smallThumbnail } from '#shared/media/image-sizes.ts'
import { uploadedThumbnail } from '#shared/media/thumbnails.ts'
import type { Db } from '#server/db/executor.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
import { requireSpace } from '#server/features/media/media/free-space.ts'
import { type StoredThumbnail, enqueueRemoval, storageKeyOf, storageKeysOf } from './remove-thumbnail.ts'
import type { DiskSpace } from '#server/storage/disk-space.ts'
import type { Storage } from '#server/storage/storage.ts'
import { fetchImage } from './fetch-image.ts'
import { type FetchRules, PUBLIC_WEB_RULES } from './fetch-rules.ts'
import { type Thumbnail, makeThumbnail } from './make-thumbnail.ts'
import { readUploadedImage, releaseUploadedImage } from './uploaded-image.ts'
import { UnusableImage } from './unusable-image.ts'

/** Storage folder that is public; file names are unguessable and appear only where the stream is visible. */
export const THUMBNAILS_FOLDER = 'thumbnails'

export type Thumbnails = {
  /** Returns the thumbnail of the image at an external URL, as it would be served. Throws UnusableImage. */
  preview(imageUrl: string, requesterId: string): Promise<Thumbnail>
  /**
   * Stores the thumbnail of the image at an external URL, or of the requester's upload; returns its local URL, this node and
   * its bytes. Throws UnusableImage, 422 when the requester may not store more, and 503 when the disk is full.
   */
  store(source: string, requesterId: string): Promise<StoredThumbnail & { thumbnailSize: number }>
  /** Releases the upload that a thumbnail was made of; called when the thumbnail is in use. Ignores other sources. */
  releaseSource(source: string): Promise<void>
  /** Deletes the thumbnail of a stream; a job does so if another node has it. */
  remove(stored: StoredThumbnail): Promise<void>
  /** Aborts all running fetches. */
  close(): void
}

type Dependencies = {
  allowance: StorageAllowance
  db: Db
  disk: DiskSpace
  images: ImagePool
  nodeId: string
  storage: Storage
}

function createThumbnails(
  { allowance, db, disk, images, nodeId, storage }: Dependencies,
  rules: FetchRules,
): Thumbnails {
  const stop = new AbortController()
  const recentByUrl = new LRUCache<string, Promise<Thumbnail>>({ max: 100, ttl: CACHE_MS })

  const fetchThumbnail = async (imageUrl: URL, requesterId: string) => {
    const image = await fetchImage(imageUrl, rules, stop.signal)
    return makeThumbnail(images, requesterId, image)
  }
  const preview = (imageUrl: string, requesterId: string) => {
    const url = new URL(imageUrl)
    url.hash = ''
    const cached = recentByUrl.get(url.href)
    if (cached) return cached
    const thumbnail = fetchThumbnail(url, requesterId)
    recentByUrl.set(url.href, thumbnail)
    thumbnail.catch((error: unknown) => {
      if (error instanceof UnusableImage) recentByUrl.set(url.href, thumbnail, { ttl: FAILURE_CACHE_MS })
      else recentByUrl.delete(url.href)
    })
    return thumbnail
  }
  return {
    preview,
    async store(source, requesterId) {
      const { large, small } = isUpload(source)
        ? await makeThumbnail(
            images,
            requesterId,
            await readUploadedImage({ db, storage }, source, requesterId),
          )
        : await preview(source, requesterId)
      const thumbnailSize = large.length + small.length
      await requireSpace(disk, thumbnailSize)
      await allowance.check(db, requesterId, thumbnailSize)
      const thumbnailUrl = `/files/${THUMBNAILS_FOLDER}/${randomUUID()}.webp`
      await storage.put(storageKeyOf(smallThumbnail(thumbnailUrl)), small)
      await storage.put(storageKeyOf(thumbnailUrl), large)
      return { thumbnailUrl, thumbnailNodeId: nodeId, thumbnailSize }
    },
    async releaseSource(source) {
      if (isUpload(source)) await releaseUploadedImage(db, source)
    },
    async remove(stored) {
      const { thumbnailNodeId } = stored
      if (thumbnailNodeId === null || thumbnailNodeId === nodeId)
        for (const key of storageKeysOf(stored)) await storage.delete(key)
      else await enqueueRemoval(db, thumbnailNodeId, stored)
    },
    close: () => stop.abort(),
  }
}

/** Covers the time from the preview in a form to its submission, so that the image is fetched once. */
const CACHE_MS = 10 * 60_000
/** Submitting the form after a failed preview does not wait for the same failure again. */
const FAILURE_CACHE_MS = 30_000

const isUpload = (source: string) => uploadedThumbnail.safeParse(source).success

/** The rules for fetching images. Tests allow this machine. */
export const fetchRulesService = defineService('rules for fetching images', () => PUBLIC_WEB_RULES)

export const thumbnailsService = defineService('thumbnails', (context: Context) =>
  createThumbnails(
    { ...context, allowance: context.service(storageAllowanceService) },
    context.service(fetchRulesService),
  ),
)
