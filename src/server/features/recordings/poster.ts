import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AssembledRecording } from '#media/process/protocol.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
import type { Transcoder } from '#server/transcoding/transcoder.ts'

/** Maximum size of a poster in pixels. */
const POSTER = { width: 1280, height: 720 }
const FRAME_TIMEOUT_MS = 60_000

type PosterDependencies = { images: ImagePool; requesterId: string; transcoder: Transcoder }

/**
 * Returns the poster of an assembled recording as WebP, null for audio only. A VP8 keyframe is decoded as an image, an H264
 * frame by the transcoder.
 * @throws {TranscodeError} if the frame cannot be decoded
 */
export async function makePoster(
  dependencies: PosterDependencies,
  folder: string,
  { file, width, poster, posterAt }: AssembledRecording,
): Promise<Buffer | null> {
  if (width === null) return null
  if (poster) return render(dependencies, path.join(folder, poster))
  const frames = await mkdtemp(path.join(tmpdir(), 'poster-'))
  try {
    const input = path.join(folder, file)
    const task = { type: 'frames', input, folder: frames, name: 'frame', posterAt, maxTiles: 1 } as const
    const result = await dependencies.transcoder.run(task, { timeoutMs: FRAME_TIMEOUT_MS })
    return await render(dependencies, path.join(frames, result.poster.file))
  } finally {
    await rm(frames, { recursive: true, force: true })
  }
}

async function render({ images, requesterId }: PosterDependencies, imagePath: string): Promise<Buffer> {
  const rendition = { ...POSTER, fit: 'inside' } as const
  const [poster] = await images.render(requesterId, { source: { path: imagePath }, renditions: [rendition] })
  return poster.bytes
}
