import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { AssembledRecording } from '#media/process/protocol.ts'
import { withImage } from '#server/images/image-library.ts'

/** As the player shows it before the start; the same on a large screen and a small one. */
const POSTER = { width: 1280, height: 720 }
const FFMPEG_MS = 30_000
const FFMPEG_BYTES = 64 * 1024 ** 2

const run = promisify(execFile)

/**
 * A picture of an assembled recording as WebP, or null where there is none: of VP8 a keyframe is one already, of H264
 * ffmpeg makes one, where it is installed.
 */
export async function makePoster(
  folder: string,
  assembled: AssembledRecording,
  ffmpegPath: string,
): Promise<Buffer | null> {
  const { file, width, poster, posterAt } = assembled
  if (width === null) return null
  const read = () =>
    poster ? readFile(path.join(folder, poster)) : decodeFrame(path.join(folder, file), posterAt, ffmpegPath)
  return withImage({ asker: 'recordings', read }, (bytes, open) =>
    open(bytes)
      .resize({ ...POSTER, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer(),
  )
}

/** One picture as PNG. Throws where ffmpeg is not there or finds nothing. */
async function decodeFrame(file: string, second: number, ffmpegPath: string): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'poster-'))
  try {
    const picture = path.join(folder, 'poster.png')
    const command = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-ss', String(second)]
    await run(ffmpegPath, [...command, '-i', `file:${file}`, '-frames:v', '1', '-y', picture], {
      timeout: FFMPEG_MS,
      maxBuffer: FFMPEG_BYTES,
    })
    return await readFile(picture)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
