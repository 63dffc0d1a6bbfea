import { randomUUID } from 'node:crypto'
import { MAX_EMOJI_BYTES } from '#shared/creator-emoji.ts'
import { limit } from '#shared/settings/limits.ts'
import type { MediaType } from '#shared/posts.ts'
import type { UploadPurpose } from '#shared/uploads.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { Transcoder } from '#server/transcoding/transcoder.ts'
import {
  type ImageFiles,
  type UntrustedImage,
  makeAvatar,
  makeEmoji,
  makeLogo,
  makePostImage,
} from './make-images.ts'
import { isPolyglot } from './polyglot.ts'
import { type PreparedVideo, type ReceivedVideo, prepareVideo } from './prepare-video.ts'
import { inspectFile, readRange } from './read-range.ts'
import { SNIFFED_BYTES, sniff } from './sniff.ts'
import { type FileProblem, unusableFile } from './unusable-file.ts'

/** Storage folders of uploads. */
export const MEDIA_FOLDERS = {
  post: 'media',
  avatar: 'avatars',
  emoji: 'emoji',
  logo: 'branding',
  video: 'originals',
  thumbnail: 'originals',
  captions: 'originals',
} as const satisfies Record<UploadPurpose, string>
/** File names in them are unguessable and appear only where the post, user or chat is visible. */
export const PUBLIC_MEDIA_FOLDERS = [
  MEDIA_FOLDERS.post,
  MEDIA_FOLDERS.avatar,
  MEDIA_FOLDERS.emoji,
  MEDIA_FOLDERS.logo,
]

type UploadedFile = ReceivedVideo & { purpose: UploadPurpose }

/** Metadata and files to store for an upload; `key` is the storage key of the main file, whose bytes may be at `path`. */
export type PreparedFile = {
  mediaType: MediaType
  mimeType: string
  key: string
  path: string | null
  width: number | null
  height: number | null
  duration: number | null
  files: { key: string; size: number; put(storage: Storage): Promise<void> }[]
}

/**
 * Detects the type of a file from its bytes and prepares the files to store. A video or audio file that FFmpeg reads is
 * written to the work folder again, without metadata.
 * @throws {HttpError} 413 and 415 for an unusable file, 503 when images or videos cannot be decoded now
 */
export async function prepareFile(
  { images, transcoder }: { images: ImagePool; transcoder: Transcoder },
  received: UploadedFile,
): Promise<PreparedFile> {
  const { path, ownerId, purpose } = received
  const detected = await detectType(path)
  if (detected.kind === 'image') {
    checkImageSize(detected.size, purpose)
    if (purpose === 'emoji' && !EMOJI_FORMATS.has(detected.format)) throw unusableFile('emojiFormat')
    return prepareImage({ images, requester: ownerId, source: { path } }, purpose)
  }
  if (purpose === 'avatar' || purpose === 'emoji' || purpose === 'logo') throw unusableFile('noImage')
  if (detected.kind === 'file') return prepareSingleFile({ ...PLAIN_FILE, ...detected, path })
  const video = await prepareVideo(transcoder, received)
  // Packets are copied to other places of the file.
  return inspectFile(video.path, async (file, size) => {
    if (await isPolyglot(file, { size, isPdf: false })) throw unusableFile('secondKind')
    return prepareSingleFile({ ...video, size })
  })
}

function detectType(path: string) {
  return inspectFile(path, async (file, size) => {
    const detected = sniff(await readRange(file, 0, SNIFFED_BYTES))
    if (detected.kind === 'unknown') throw unusableFile('unknown')
    const isPdf = detected.kind === 'file' && detected.extension === 'pdf'
    if (await isPolyglot(file, { size, isPdf })) throw unusableFile('secondKind')
    return { ...detected, size }
  })
}

/** Fields of a file whose content is not parsed. */
const PLAIN_FILE = { mediaType: 'file', width: null, height: null, duration: null } as const
const MEGABYTE = 1024 ** 2
/** Four times the largest photos of phones. */
const MAX_IMAGE_BYTES = 50 * MEGABYTE

/** Those that can be transparent, without AVIF, which few programs write. */
const EMOJI_FORMATS: ReadonlySet<string> = new Set(['png', 'webp', 'gif'])

function checkImageSize(size: number, purpose: UploadPurpose): void {
  const [maxBytes, problem] = maxImageBytes(purpose)
  if (size <= maxBytes) return
  const values = { megabytes: Math.floor(maxBytes / MEGABYTE), kilobytes: Math.floor(maxBytes / 1024) }
  throw unusableFile(problem, values)
}

function maxImageBytes(purpose: UploadPurpose): [number, FileProblem] {
  if (purpose === 'avatar' || purpose === 'logo') return [limit('pictureBytes'), 'avatarTooLarge']
  if (purpose === 'emoji') return [MAX_EMOJI_BYTES, 'emojiTooLarge']
  return [MAX_IMAGE_BYTES, 'imageTooLarge']
}

async function prepareImage(image: UntrustedImage, purpose: UploadPurpose): Promise<PreparedFile> {
  const key = newKey(purpose, 'webp')
  const { files, width, height } = await makeImages(image, purpose, key)
  return {
    mediaType: 'image',
    mimeType: 'image/webp',
    key,
    path: null,
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

function makeImages(image: UntrustedImage, purpose: UploadPurpose, key: string): Promise<ImageFiles> {
  switch (purpose) {
    case 'avatar':
      return makeAvatar(image, key)
    case 'emoji':
      return makeEmoji(image, key)
    case 'logo':
      return makeLogo(image, key)
    default:
      return makePostImage(image, key)
  }
}

type SingleFile = Omit<PreparedVideo, 'duration'> & { duration: number | null; size: number }

function prepareSingleFile({ extension, size, path, ...info }: SingleFile): PreparedFile {
  const key = newKey('post', extension)
  const { mediaType, mimeType, width, height, duration } = info
  const files = [{ key, size, put: (storage: Storage) => storage.putFile(key, path) }]
  return { mediaType, mimeType, key, path, width, height, duration, files }
}

/** Unguessable, because the name alone gives access to the file. */
function newKey(purpose: UploadPurpose, extension: string): string {
  return `${MEDIA_FOLDERS[purpose]}/${randomUUID()}.${extension}`
}
