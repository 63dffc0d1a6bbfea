import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { smallThumbnail } from '#shared/image-sizes.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
import type { Storage } from '#server/storage/storage.ts'
import { fetchPicture } from './fetch-picture.ts'
import { type FetchRules, PUBLIC_WEB } from './fetch-rules.ts'
import { type Thumbnail, makeThumbnail } from './make-thumbnail.ts'
import { UnusablePicture } from './unusable-picture.ts'

/** Folder of the storage that is served to everyone: a thumbnail's name is known to those who may see its stream. */
export const THUMBNAILS_FOLDER = 'thumbnails'

export type Thumbnails = {
  /** The picture at a foreign address as it would be served. Throws UnusablePicture. */
  preview(address: string, requesterId: string): Promise<Thumbnail>
  /** Stores the picture at a foreign address; returns our own address of it. Throws UnusablePicture. */
  keep(address: string, requesterId: string): Promise<string>
  /** Deletes what `keep` stored. */
  remove(thumbnailUrl: string): Promise<void>
  /** Gives up every fetch that is under way. */
  close(): void
}

export function createThumbnails(
  { images, storage }: { images: ImagePool; storage: Storage },
  rules: FetchRules = PUBLIC_WEB,
): Thumbnails {
  const stop = new AbortController()
  const recent = new LRUCache<string, Promise<Thumbnail>>({ max: 100, ttl: KEPT_MS })

  const prepare = async (address: URL, requesterId: string) => {
    const picture = await fetchPicture(address, rules, stop.signal)
    return makeThumbnail(images, requesterId, picture)
  }
  const preview = (address: string, requesterId: string) => {
    const url = new URL(address)
    url.hash = ''
    const known = recent.get(url.href)
    if (known) return known
    const made = prepare(url, requesterId)
    recent.set(url.href, made)
    made.catch((error: unknown) => {
      if (error instanceof UnusablePicture) recent.set(url.href, made, { ttl: REFUSED_MS })
      else recent.delete(url.href)
    })
    return made
  }
  return {
    preview,
    async keep(address, requesterId) {
      const { large, small } = await preview(address, requesterId)
      const thumbnailUrl = `/files/${THUMBNAILS_FOLDER}/${randomUUID()}.webp`
      await storage.put(keyOf(smallThumbnail(thumbnailUrl)), small)
      await storage.put(keyOf(thumbnailUrl), large)
      return thumbnailUrl
    },
    async remove(thumbnailUrl) {
      await storage.delete(keyOf(thumbnailUrl))
      await storage.delete(keyOf(smallThumbnail(thumbnailUrl)))
    },
    close: () => stop.abort(),
  }
}

/** From the preview of a form to its sending, so that the picture is fetched once. */
const KEPT_MS = 10 * 60_000
/** Whoever sends the form after a failed preview need not wait for the same failure. */
const REFUSED_MS = 30_000

function keyOf(thumbnailUrl: string): string {
  return thumbnailUrl.replace(/^\/files\//, '')
}
