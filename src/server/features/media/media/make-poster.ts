import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { createFairQueue } from '#server/concurrency/fair-queue.ts'
import { HttpError } from '#server/http/errors.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
import type { ImageJob } from '#server/images/protocol.ts'
import { TranscodeError } from '#server/transcoding/transcode-error.ts'
import type { Transcoder } from '#server/transcoding/transcoder.ts'
import { makePostImage } from './make-images.ts'
import { MEDIA_FOLDERS } from './prepare-file.ts'
import type { ReceivedVideo } from './prepare-video.ts'

type Dependencies = { images: ImagePool; transcoder: Transcoder }
type PosterSource = ReceivedVideo & {
  /** Untrusted image bytes from the browser of the owner. */
  poster: Buffer | null
}
type Poster = { key: string; bytes: Buffer }

/** Requesters take turns. A video whose frame takes longer is stored without a poster. */
const queueFrame = createFairQueue(1)
const FRAME_LIMITS = { timeoutMs: 30_000, cpuMs: 5000, niceness: 10 }

/**
 * Renders the poster of a stored video, at most 960 pixels wide: the uploaded image, or else a frame of the video. Returns
 * null when neither is usable: then the video is stored without a poster.
 */
export async function makePoster(dependencies: Dependencies, video: PosterSource): Promise<Poster | null> {
  const { images } = dependencies
  const { ownerId, poster } = video
  const uploaded = poster && (await render(images, ownerId, { bytes: poster }))
  if (uploaded) return uploaded
  const frame = await extractFrame(dependencies.transcoder, video)
  return frame === null ? null : render(images, ownerId, { path: frame })
}

/** Returns the path of a JPEG in the work folder. */
async function extractFrame(
  transcoder: Transcoder,
  { path: input, ownerId, workFolder, signal }: PosterSource,
): Promise<string | null> {
  const task = {
    type: 'frames',
    input,
    folder: workFolder,
    name: 'frame',
    posterAt: null,
    maxTiles: 1,
  } as const
  const options = { ...FRAME_LIMITS, ...(signal && { signal }) }
  try {
    const { poster } = await queueFrame(ownerId, () => transcoder.run(task, options))
    return path.join(workFolder, poster.file)
  } catch (error) {
    if (error instanceof TranscodeError) return null
    throw error
  }
}

async function render(
  images: ImagePool,
  requester: string,
  source: ImageJob['source'],
): Promise<Poster | null> {
  const key = `${MEDIA_FOLDERS.post}/${randomUUID()}.webp`
  try {
    const { files } = await makePostImage({ images, requester, source }, key)
    return files.find((file) => file.key === key) ?? null
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}
