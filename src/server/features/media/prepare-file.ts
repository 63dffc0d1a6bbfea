import { randomUUID } from 'node:crypto'
import { limit } from '#shared/settings/limits.ts'
import type { MediaType } from '#shared/posts.ts'
import type { UploadPurpose } from '#shared/uploads.ts'
import { createFairQueue } from '#server/concurrency/fair-queue.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type FileBytes, withFile } from './file-bytes.ts'
import type { MediaInfo } from './media-info.ts'
import { cleanIso } from './iso-video.ts'
import { type ForeignImage, makeAvatar, makePostImage } from './make-images.ts'
import { isPolyglot } from './polyglot.ts'
import { SNIFFED_BYTES, sniff } from './sniff.ts'
import { unusable } from './unusable-file.ts'
import { cleanWebm } from './webm-video.ts'

/** Folders of the storage that are served to everyone: a file's name is known to those who may see its post or member. */
export const MEDIA_FOLDERS = { post: 'media', avatar: 'avatars' } as const satisfies Record<
  UploadPurpose,
  string
>

/** Where a file lies, whose it is and what it is for. */
type JudgedFile = { path: string; ownerId: string; purpose: UploadPurpose }

/** What will be stored of a file: the facts about it, and its files, the main one being `key`. */
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
 * Judges a file by its bytes and makes of it what is to be stored. A video or sound file is cleaned where it lies.
 * @throws {HttpError} 413 and 415 for what can't be used, 503 where images can't be prepared
 */
export async function prepareFile(
  images: ImagePool,
  { path, ownerId, purpose }: JudgedFile,
): Promise<PreparedFile> {
  const found = await withFile(path, judge)
  if (found.kind === 'image') {
    checkImageSize(found.size, purpose)
    return prepareImage({ images, requester: ownerId, source: { path } }, purpose)
  }
  if (purpose === 'avatar') throw unusable('noImage')
  if (found.kind === 'file') return asItIs(path, found.size, { ...PLAIN, ...found })
  const { kind, size } = found
  return asItIs(path, size, await inTurn(ownerId, () => withFile(path, (file) => clean(file, kind))))
}

/** Each may have a movie of 32 MB in memory. */
const VIDEOS_AT_ONCE = 2
const inTurn = createFairQueue(VIDEOS_AT_ONCE)

async function judge(file: FileBytes) {
  const found = sniff(await file.read(0, SNIFFED_BYTES))
  if (found.kind === 'unknown') throw unusable('unknown')
  const isPdf = found.kind === 'file' && found.ending === 'pdf'
  if (await isPolyglot(file, { isPdf })) throw unusable('secondKind')
  return { ...found, size: file.size }
}

/** Of what is given on without a look inside. */
const PLAIN = { mediaType: 'file', width: null, height: null, duration: null } as const
const MEGABYTE = 1024 ** 2
/** The largest photos of phones have a quarter of it. */
const IMAGE_BYTES = 50 * MEGABYTE

function checkImageSize(size: number, purpose: UploadPurpose): void {
  const [most, problem] =
    purpose === 'avatar'
      ? ([limit('pictureBytes'), 'avatarTooLarge'] as const)
      : ([IMAGE_BYTES, 'imageTooLarge'] as const)
  if (size > most) throw unusable(problem, Math.floor(most / MEGABYTE))
}

async function prepareImage(image: ForeignImage, purpose: UploadPurpose): Promise<PreparedFile> {
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

async function clean(file: FileBytes, kind: 'iso' | 'ebml'): Promise<MediaInfo> {
  try {
    return await (kind === 'iso' ? cleanIso(file) : cleanWebm(file))
  } catch (error) {
    // A table that leads out of the file.
    throw error instanceof RangeError ? Object.assign(unusable('brokenVideo'), { cause: error }) : error
  }
}

function asItIs(
  path: string,
  size: number,
  { mediaType, mimeType, ending, ...facts }: MediaInfo,
): PreparedFile {
  const key = newKey('post', ending)
  const { width, height, duration } = facts
  const files = [{ key, size, put: (storage: Storage) => storage.putFile(key, path) }]
  return { mediaType, mimeType, key, width, height, duration, files }
}

/** Nobody can guess it: who knows the name may see the file. */
function newKey(purpose: UploadPurpose, ending: string): string {
  return `${MEDIA_FOLDERS[purpose]}/${randomUUID()}.${ending}`
}
