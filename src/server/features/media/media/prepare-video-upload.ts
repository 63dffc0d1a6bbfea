import { randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { ImagePool } from '#server/images/image-pool.ts'
import type { Storage } from '#server/storage/storage.ts'
import { makeThumbnail } from './make-images.ts'
import { isPolyglot } from './polyglot.ts'
import { MEDIA_FOLDERS, type PreparedFile } from './prepare-file.ts'
import type { PrivatePurpose } from './private-purposes.ts'
import { inspectFile, readRange } from './read-range.ts'
import { SNIFFED_BYTES, sniff } from './sniff.ts'
import { SNIFFED_VIDEO_BYTES, sniffVideo } from './sniff-video.ts'
import { unusableFile } from './unusable-file.ts'
import { checkUploadSize } from './upload-size.ts'
import { rewriteCaptions } from './webvtt.ts'

type UploadedFile = { path: string; ownerId: string; purpose: PrivatePurpose }

/**
 * Prepares what the creator of a video uploads: the video itself, which is stored unchanged; its thumbnail; captions.
 * @throws {HttpError} 413, 415 and 422 for an unusable file, 503 when images cannot be decoded now
 */
export async function prepareVideoUpload(
  images: ImagePool,
  { path, ownerId, purpose }: UploadedFile,
): Promise<PreparedFile> {
  const { size } = await stat(path)
  checkUploadSize(size, purpose)
  switch (purpose) {
    case 'video':
      return prepareVideo(path, size)
    case 'thumbnail':
      return prepareThumbnail(images, path, ownerId)
    case 'captions':
      return prepareCaptions(path)
    default:
      return purpose satisfies never
  }
}

async function prepareVideo(path: string, size: number): Promise<PreparedFile> {
  const format = sniffVideo(await readHead(path, SNIFFED_VIDEO_BYTES))
  if (!format) throw unusableFile('noVideoFile')
  await refusePolyglot(path)
  const { mimeType, extension } = format
  const key = newKey('video', extension)
  const files = [{ key, size, put: (storage: Storage) => storage.putFile(key, path) }]
  return { ...NO_GEOMETRY, path: null, mediaType: 'video', mimeType, key, files }
}

async function prepareThumbnail(images: ImagePool, path: string, ownerId: string): Promise<PreparedFile> {
  if (sniff(await readHead(path, SNIFFED_BYTES)).kind !== 'image') throw unusableFile('noImage')
  await refusePolyglot(path)
  const key = newKey('thumbnail', 'webp')
  const rendered = await makeThumbnail({ images, requester: ownerId, source: { path } }, key)
  const files = rendered.files.map(({ key: each, bytes }) => bufferedFile(each, bytes))
  const { width, height } = rendered
  return { mediaType: 'image', mimeType: 'image/webp', key, path: null, width, height, duration: null, files }
}

async function prepareCaptions(path: string): Promise<PreparedFile> {
  const key = newKey('captions', 'vtt')
  const files = [bufferedFile(key, Buffer.from(rewriteCaptions(await readFile(path))))]
  return { ...NO_GEOMETRY, path: null, mediaType: 'file', mimeType: 'text/vtt', key, files }
}

/** Known only after the processing. */
const NO_GEOMETRY = { width: null, height: null, duration: null } as const

const readHead = (path: string, length: number) => inspectFile(path, (file) => readRange(file, 0, length))

async function refusePolyglot(path: string): Promise<void> {
  if (await inspectFile(path, (file, size) => isPolyglot(file, { size, isPdf: false })))
    throw unusableFile('polyglot')
}

function bufferedFile(key: string, bytes: Buffer): PreparedFile['files'][number] {
  return { key, size: bytes.length, put: (storage) => storage.put(key, bytes) }
}

function newKey(purpose: PrivatePurpose, extension: string): string {
  return `${MEDIA_FOLDERS[purpose]}/${randomUUID()}.${extension}`
}
