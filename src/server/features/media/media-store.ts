import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { v7 } from 'uuid'
import type { Media } from '#shared/uploads.ts'
import { decodeDataUrl } from './data-url.ts'
import { releaseAbandoned } from './queries.ts'
import type { MediaRow } from './schema.ts'
import { type MediaParts, type SentFile, deleteReleased, storeFile } from './store-file.ts'

/** Where posts and profiles get their pictures, videos and files from. */
export type MediaStore = {
  /** Folder of files that are being sent; whoever puts one there deletes it. */
  folder: string
  /** Judges and stores a file of the folder. Throws 413, 415, 503. */
  store(sent: SentFile): Promise<Media>
  /** Judges and stores a post's data-URL; it can be claimed as an upload can. Throws 400, 413, 415, 503. */
  storeDataUrl(ownerId: string, dataUrl: string): Promise<Media>
  /** Deletes the files of what `releaseMedia` gave up; called after the commit. Never throws: the sweep tries again. */
  deleteReleased(): Promise<void>
  /** Gives up and deletes what nobody used since, and what a killed process left. */
  sweep(before: Date): Promise<void>
}

export async function openMediaStore(parts: MediaParts, folder: string): Promise<MediaStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const store = async (sent: SentFile) => presentMedia(await storeFile(parts, sent))
  const deleteNow = () =>
    deleteReleased(parts).catch((error: unknown) =>
      parts.log.warn({ err: error }, 'files are left to the sweep'),
    )
  return {
    folder,
    store,
    async storeDataUrl(ownerId, dataUrl) {
      const bytes = decodeDataUrl(dataUrl, 'mediaUrl')
      const id = v7()
      const file = path.join(folder, id)
      try {
        await writeFile(file, bytes, { mode: 0o600, flag: 'wx' })
        return await store({ id, ownerId, path: file, purpose: 'post', originalName: '' })
      } finally {
        await rm(file, { force: true })
      }
    },
    deleteReleased: deleteNow,
    async sweep(before) {
      await releaseAbandoned(parts.db, before)
      await deleteReleased(parts)
    },
  }
}

export function presentMedia(row: MediaRow): Media {
  const { url, type, mimeType, fileSize, width, height, duration } = row
  return { url, mediaType: type, mimeType, fileSize, width, height, duration }
}
