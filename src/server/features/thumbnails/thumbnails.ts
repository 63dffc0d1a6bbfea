import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { smallThumbnail } from '#shared/image-sizes.ts'
import { uploadedThumbnail } from '#shared/thumbnails.ts'
import type { Db } from '#server/db/executor.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
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
   * Stores the thumbnail of the image at an external URL, or of the requester's upload; returns its local URL. Throws
   * UnusableImage.
   */
  store(source: string, requesterId: string): Promise<string>
  /** Releases the upload that a thumbnail was made of; called when the thumbnail is in use. Ignores other sources. */
  releaseSource(source: string): Promise<void>
  /** Deletes a stored thumbnail. */
  remove(thumbnailUrl: string): Promise<void>
  /** Aborts all running fetches. */
  close(): void
}

export function createThumbnails(
  { db, images, storage }: { db: Db; images: ImagePool; storage: Storage },
  rules: FetchRules = PUBLIC_WEB_RULES,
): Thumbnails {
  const stop = new AbortController()
  const recentByUrl = new LRUCache<string, Promise<Thumbnail>>({ max: 100, ttl: CACHE_MS })

  const prepare = async (imageUrl: URL, requesterId: string) => {
    const image = await fetchImage(imageUrl, rules, stop.signal)
    return makeThumbnail(images, requesterId, image)
  }
  const preview = (imageUrl: string, requesterId: string) => {
    const url = new URL(imageUrl)
    url.hash = ''
    const cached = recentByUrl.get(url.href)
    if (cached) return cached
    const thumbnail = prepare(url, requesterId)
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
      const thumbnailUrl = `/files/${THUMBNAILS_FOLDER}/${randomUUID()}.webp`
      await storage.put(keyOf(smallThumbnail(thumbnailUrl)), small)
      await storage.put(keyOf(thumbnailUrl), large)
      return thumbnailUrl
    },
    async releaseSource(source) {
      if (isUpload(source)) await releaseUploadedImage(db, source)
    },
    async remove(thumbnailUrl) {
      await storage.delete(keyOf(thumbnailUrl))
      await storage.delete(keyOf(smallThumbnail(thumbnailUrl)))
    },
    close: () => stop.abort(),
  }
}

/** Covers the time from the preview in a form to its submission, so that the image is fetched once. */
const CACHE_MS = 10 * 60_000
/** Submitting the form after a failed preview does not wait for the same failure again. */
const FAILURE_CACHE_MS = 30_000

const isUpload = (source: string) => uploadedThumbnail.safeParse(source).success

function keyOf(thumbnailUrl: string): string {
  return thumbnailUrl.replace(/^\/files\//, '')
}
