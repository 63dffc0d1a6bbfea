import { randomUUID } from 'node:crypto'
import { limit } from '#shared/settings/limits.ts'
import type { MediaType } from '#shared/posts.ts'
import type { UploadPurpose } from '#shared/uploads.ts'
import { createFairQueue } from '#server/concurrency/fair-queue.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type FileBytes, withFile } from './file-bytes.ts'
import type { MediaInfo } from './media-info.ts'
import { stripIsoMetadata } from './iso-video.ts'
import { type UntrustedImage, makeAvatar, makePostImage } from './make-images.ts'
import { isPolyglot } from './polyglot.ts'
import { SNIFFED_BYTES, sniff } from './sniff.ts'
import { unusableFile } from './unusable-file.ts'
import { stripWebmMetadata } from './webm-video.ts'

/** Storage folders of uploads. */
export const MEDIA_FOLDERS = {
  post: 'media',
  avatar: 'avatars',
  video: 'originals',
  thumbnail: 'originals',
  captions: 'originals',
} as const satisfies Record<UploadPurpose, string>
/** File names in them are unguessable and appear only where the post or user is visible. */
export const PUBLIC_MEDIA_FOLDERS = [MEDIA_FOLDERS.post, MEDIA_FOLDERS.avatar]

type UploadedFile = { path: string; ownerId: string; purpose: UploadPurpose }

/** Metadata and files to store for an upload; `key` is the storage key of the main file. */
export type PreparedFile = {
  mediaType: MediaType
  mimeType: string
  key: string
  width: number | null
  height: number | null
  duration: number | null
  files: { key: string; size: number; put(storage: Storage): Promise<void> }[]
}

/**
 * Detects the type of a file from its bytes and prepares the files to store. Strips the metadata of a video or audio file
 * in place.
 * @throws {HttpError} 413 and 415 for an unusable file, 503 when images cannot be decoded now
 */
export async function prepareFile(
  images: ImagePool,
  { path, ownerId, purpose }: UploadedFile,
): Promise<PreparedFile> {
  const detected = await withFile(path, detectType)
  if (detected.kind === 'image') {
    checkImageSize(detected.size, purpose)
    return prepareImage({ images, requester: ownerId, source: { path } }, purpose)
  }
  if (purpose === 'avatar') throw unusableFile('noImage')
  if (detected.kind === 'file') return prepareSingleFile(path, detected.size, { ...PLAIN_FILE, ...detected })
  const { kind, size } = detected
  return prepareSingleFile(
    path,
    size,
    await queueVideo(ownerId, () => withFile(path, (file) => stripMetadata(file, kind))),
  )
}

/** Each can have a `moov` box of 32 MB in memory. */
const MAX_CONCURRENT_VIDEOS = 2
const queueVideo = createFairQueue(MAX_CONCURRENT_VIDEOS)

async function detectType(file: FileBytes) {
  const detected = sniff(await file.read(0, SNIFFED_BYTES))
  if (detected.kind === 'unknown') throw unusableFile('unknown')
  const isPdf = detected.kind === 'file' && detected.extension === 'pdf'
  if (await isPolyglot(file, { isPdf })) throw unusableFile('secondKind')
  return { ...detected, size: file.size }
}

/** Fields of a file whose content is not parsed. */
const PLAIN_FILE = { mediaType: 'file', width: null, height: null, duration: null } as const
const MEGABYTE = 1024 ** 2
/** Four times the largest photos of phones. */
const MAX_IMAGE_BYTES = 50 * MEGABYTE

function checkImageSize(size: number, purpose: UploadPurpose): void {
  const [maxBytes, problem] =
    purpose === 'avatar'
      ? ([limit('pictureBytes'), 'avatarTooLarge'] as const)
      : ([MAX_IMAGE_BYTES, 'imageTooLarge'] as const)
  if (size > maxBytes) throw unusableFile(problem, Math.floor(maxBytes / MEGABYTE))
}

async function prepareImage(image: UntrustedImage, purpose: UploadPurpose): Promise<PreparedFile> {
  const key = newKey(purpose, 'webp')
  const { files, width, height } = await (purpose === 'avatar'
    ? makeAvatar(image, key)
    : makePostImage(image, key))
  return {
    mediaType: 'image',
    mimeType: 'image/webp',
    key,
    width,
    height,
    duration: null,
    files: files.map((each) => ({
      key: each.key,
      size: each.bytes.length,
      put: (storage) => storage.put(each.key, each.bytes),
    })),
  }
}

async function stripMetadata(file: FileBytes, kind: 'iso' | 'ebml'): Promise<MediaInfo> {
  try {
    return await (kind === 'iso' ? stripIsoMetadata(file) : stripWebmMetadata(file))
  } catch (error) {
    // A table refers to bytes outside of the file.
    throw error instanceof RangeError ? Object.assign(unusableFile('brokenVideo'), { cause: error }) : error
  }
}

function prepareSingleFile(
  path: string,
  size: number,
  { mediaType, mimeType, extension, ...info }: MediaInfo,
): PreparedFile {
  const key = newKey('post', extension)
  const { width, height, duration } = info
  const files = [{ key, size, put: (storage: Storage) => storage.putFile(key, path) }]
  return { mediaType, mimeType, key, width, height, duration, files }
}

/** Unguessable, because the name alone gives access to the file. */
function newKey(purpose: UploadPurpose, extension: string): string {
  return `${MEDIA_FOLDERS[purpose]}/${randomUUID()}.${extension}`
}
