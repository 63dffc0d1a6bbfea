import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { AssembledRecording } from '#media/process/protocol.ts'
import type { ImagePool } from '#server/images/image-pool.ts'

/** As the player shows it before the start; the same on a large screen and a small one. */
const POSTER = { width: 1280, height: 720 }
const FFMPEG_MS = 30_000
const FFMPEG_BYTES = 64 * 1024 ** 2

const run = promisify(execFile)

type PosterParts = { images: ImagePool; requesterId: string; ffmpegPath: string }

/**
 * A picture of an assembled recording as WebP, or null where there is none: of VP8 a keyframe is one already, of H264
 * ffmpeg makes one, where it is installed.
 */
export async function makePoster(
  parts: PosterParts,
  folder: string,
  { file, width, poster, posterAt }: AssembledRecording,
): Promise<Buffer | null> {
  if (width === null) return null
  if (poster) return render(parts, path.join(folder, poster))
  const frames = await mkdtemp(path.join(tmpdir(), 'poster-'))
  try {
    const frame = path.join(frames, 'poster.png')
    await decodeFrame(path.join(folder, file), frame, posterAt, parts.ffmpegPath)
    return await render(parts, frame)
  } finally {
    await rm(frames, { recursive: true, force: true })
  }
}

async function render({ images, requesterId }: PosterParts, picture: string): Promise<Buffer> {
  const rendition = { ...POSTER, fit: 'inside' } as const
  const [poster] = await images.render(requesterId, { source: { path: picture }, renditions: [rendition] })
  return poster.bytes
}

/** Writes one frame as PNG. Throws where ffmpeg is not there. */
async function decodeFrame(file: string, picture: string, second: number, ffmpegPath: string): Promise<void> {
  const command = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-ss', String(second)]
  await run(ffmpegPath, [...command, '-i', `file:${file}`, '-frames:v', '1', '-y', picture], {
    timeout: FFMPEG_MS,
    maxBuffer: FFMPEG_BYTES,
  })
}
