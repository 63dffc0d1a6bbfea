import { randomUUID } from 'node:crypto'
import { MAX_EMOJI_BYTES } from '#shared/live/creator-emoji.ts'
import { limit } from '#shared/settings/limits.ts'
import type { MediaType } from '#shared/media/uploads.ts'
import type { UploadPurpose } from '#shared/media/uploads.ts'
import { HttpError } from '#server/http/errors.ts'
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
import { type PreparedVideo, type ReceivedVideo, convertAnimation, prepareVideo } from './prepare-video.ts'
import type { PrivatePurpose } from './private-purposes.ts'
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

type PublicPurpose = Exclude<UploadPurpose, PrivatePurpose>
type UploadedFile = ReceivedVideo & { purpose: PublicPurpose }

/**
 * Metadata and files to store for an upload; `key` is the storage key of the main file, whose bytes may be at `path`.
 */
export type PreparedFile = {
  mediaType: MediaType
  mimeType: string
  key: string
  path: string | null
  width: number | null
  height: number | null
  duration: number | null
  /** The first frame of a repeating animation; `files` contains all its sizes. */
  still?: { key: string; size: number }
  /** Only the first frame of an animation could be kept. */
  hasLostMotion?: boolean
  /** A video had sound that cannot be decoded. */
  hasLostSound?: boolean
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
    const image = { images, requester: ownerId, source: { path } }
    return purpose === 'post' ? preparePostImage(transcoder, image, received) : prepareImage(image, purpose)
  }
  if (purpose === 'avatar' || purpose === 'emoji' || purpose === 'logo') throw unusableFile('noImage')
  if (detected.kind === 'file') return prepareSingleFile({ ...PLAIN_FILE, ...detected, path })
  return prepareVideoFile(await prepareVideo(transcoder, received))
}

/** Checks the result as the received file, because remuxing moves packets to other offsets. */
function prepareVideoFile(video: PreparedVideo): Promise<PreparedFile> {
  return inspectFile(video.path, async (file, size) => {
    if (await isPolyglot(file, { size, isPdf: false })) throw unusableFile('polyglot')
    return prepareSingleFile({ ...video, size })
  })
}

function detectType(path: string) {
  return inspectFile(path, async (file, size) => {
    const detected = sniff(await readRange(file, 0, SNIFFED_BYTES))
    if (detected.kind === 'unknown') throw unusableFile('unknown')
    const isPdf = detected.kind === 'file' && detected.extension === 'pdf'
    if (await isPolyglot(file, { size, isPdf })) throw unusableFile('polyglot')
    return { ...detected, size }
  })
}

/** Fields of a file whose content is not parsed. */
const PLAIN_FILE = { mediaType: 'file', width: null, height: null, duration: null } as const
const MEGABYTE = 1024 ** 2
/** Four times the largest photos of phones. */
const MAX_IMAGE_BYTES = 50 * MEGABYTE

/** Formats with transparency, except AVIF, which few programs write. */
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

/**
 * A small animation stays an image; a larger one becomes a video, which needs a fraction of the data. If neither can be
 * made, the first frame is stored alone.
 */
async function preparePostImage(
  transcoder: Transcoder,
  image: UntrustedImage,
  received: ReceivedVideo,
): Promise<PreparedFile> {
  const stillKey = newKey('post', 'webp')
  const { isAnimated, animation, ...still } = await makePostImage(image, stillKey)
  if (!isAnimated) return imageOf(stillKey, still)
  const stills = still.files.map(bufferedFile)
  const animated = animation
    ? imageOf(newKey('post', 'webp'), { files: [], width: still.width, height: still.height })
    : await makeAnimationVideo(transcoder, received)
  if (!animated) return { ...imageOf(stillKey, still), hasLostMotion: true }
  const files = animation ? [bufferedFile({ key: animated.key, bytes: animation.bytes })] : animated.files
  const size = stills.reduce((sum, each) => sum + each.size, 0)
  return { ...animated, still: { key: stillKey, size }, files: [...files, ...stills] }
}

/** Returns the video of an animation; null if none can be made of this file. */
async function makeAnimationVideo(
  transcoder: Transcoder,
  received: ReceivedVideo,
): Promise<PreparedFile | null> {
  try {
    return await prepareVideoFile(await convertAnimation(transcoder, received))
  } catch (error) {
    const isRefused = error instanceof HttpError && [413, 415].includes(error.status)
    if (isRefused) return null
    throw error
  }
}

async function prepareImage(image: UntrustedImage, purpose: ImagePurpose): Promise<PreparedFile> {
  const key = newKey(purpose, 'webp')
  return imageOf(key, await makeImages(image, purpose, key))
}

function imageOf(key: string, { files, width, height }: ImageFiles): PreparedFile {
  return {
    mediaType: 'image',
    mimeType: 'image/webp',
    key,
    path: null,
    width,
    height,
    duration: null,
    files: files.map(bufferedFile),
  }
}

const bufferedFile = ({ key, bytes }: ImageFiles['files'][number]): PreparedFile['files'][number] => ({
  key,
  size: bytes.length,
  put: (storage) => storage.put(key, bytes),
})

type ImagePurpose = Exclude<PublicPurpose, 'post'>

function makeImages(image: UntrustedImage, purpose: ImagePurpose, key: string): Promise<ImageFiles> {
  switch (purpose) {
    case 'avatar':
      return makeAvatar(image, key)
    case 'emoji':
      return makeEmoji(image, key)
    case 'logo':
      return makeLogo(image, key)
    default:
      return purpose satisfies never
  }
}

type SingleFile = Omit<PreparedVideo, 'duration' | 'hasLostSound'> & {
  duration: number | null
  hasLostSound?: boolean
  size: number
}

function prepareSingleFile({ extension, size, path, ...info }: SingleFile): PreparedFile {
  const key = newKey('post', extension)
  const { mediaType, mimeType, width, height, duration, hasLostSound = false } = info
  const files = [{ key, size, put: (storage: Storage) => storage.putFile(key, path) }]
  return { mediaType, mimeType, key, path, width, height, duration, hasLostSound, files }
}

/** Unguessable, because the name alone gives access to the file. */
function newKey(purpose: UploadPurpose, extension: string): string {
  return `${MEDIA_FOLDERS[purpose]}/${randomUUID()}.${extension}`
}
