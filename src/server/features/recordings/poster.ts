import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { AssembledRecording } from '#media/process/protocol.ts'
import type { ImagePool } from '#server/images/image-pool.ts'

/** Maximum size of a poster in pixels. */
const POSTER = { width: 1280, height: 720 }
const FFMPEG_TIMEOUT_MS = 30_000
const FFMPEG_MAX_OUTPUT_BYTES = 64 * 1024 ** 2

const run = promisify(execFile)

type PosterDependencies = { images: ImagePool; requesterId: string; ffmpegPath: string }

/**
 * Returns the poster of an assembled recording as WebP, null for audio only. A VP8 keyframe is decoded as an image; an
 * H264 frame needs ffmpeg. Throws if ffmpeg is needed and not installed.
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
    const frame = path.join(frames, 'poster.png')
    await decodeFrame(path.join(folder, file), frame, posterAt, dependencies.ffmpegPath)
    return await render(dependencies, frame)
  } finally {
    await rm(frames, { recursive: true, force: true })
  }
}

async function render({ images, requesterId }: PosterDependencies, imagePath: string): Promise<Buffer> {
  const rendition = { ...POSTER, fit: 'inside' } as const
  const [poster] = await images.render(requesterId, { source: { path: imagePath }, renditions: [rendition] })
  return poster.bytes
}

/** Writes the frame at `second` as PNG. Throws if ffmpeg is not installed. */
async function decodeFrame(
  file: string,
  imagePath: string,
  second: number,
  ffmpegPath: string,
): Promise<void> {
  const command = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-ss', String(second)]
  await run(ffmpegPath, [...command, '-i', `file:${file}`, '-frames:v', '1', '-y', imagePath], {
    timeout: FFMPEG_TIMEOUT_MS,
    maxBuffer: FFMPEG_MAX_OUTPUT_BYTES,
  })
}
