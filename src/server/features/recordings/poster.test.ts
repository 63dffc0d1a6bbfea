import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { AssembledRecording } from '#media/process/protocol.ts'
import { openTestPool } from '#server/images/testing/test-image-pool.ts'
import { makePoster } from './poster.ts'

const run = promisify(execFile)
const ffmpeg = process.env['FFMPEG_PATH'] ?? 'ffmpeg'

const images = openTestPool()
afterAll(() => images.close())
const posterOf = (recording: AssembledRecording, ffmpegPath: string) =>
  makePoster({ images, requesterId: 'a member', ffmpegPath }, folder, recording)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'poster-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

/** An assembled recording in H264: only ffmpeg can decode its poster frame. */
const assembled = {
  file: 'video.mp4',
  mimeType: 'video/mp4',
  startedAt: 0,
  duration: 3,
  width: 1920,
  height: 1080,
  poster: null,
  posterAt: 2,
}

/** Two seconds of red and one of blue. */
async function writeVideo(): Promise<void> {
  const input = (color: string, seconds: number) => [
    ...['-f', 'lavfi', '-i', `color=${color}:size=1920x1080:rate=10:duration=${seconds}`],
  ]
  const command = ['-nostdin', '-v', 'error', ...input('red', 2), ...input('blue', 1)]
  const encoding = ['-filter_complex', 'concat=n=2', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10']
  await run(ffmpeg, [...command, ...encoding, '-pix_fmt', 'yuv420p', path.join(folder, assembled.file)])
}

test.skipIf(!encodesH264())(
  'ffmpeg extracts the poster of an H264 recording at `posterAt` (skipped without an H264 encoder)',
  async () => {
    await writeVideo()
    const poster = await posterOf(assembled, ffmpeg)
    const image = sharp(poster ?? Buffer.of())
    expect(await image.metadata()).toMatchObject({ format: 'webp', width: 1280, height: 720 })
    const { channels } = await image.stats()
    const [red, , blue] = channels.map(({ mean }) => mean)
    expect(red).toBeLessThan(50)
    expect(blue).toBeGreaterThan(200)
  },
)

test('without ffmpeg the poster of an H264 recording fails', async () => {
  await expect(posterOf(assembled, path.join(folder, 'missing'))).rejects.toThrow('ENOENT')
})

test('an audio-only recording has no poster', async () => {
  expect(await posterOf({ ...assembled, width: null, height: null }, ffmpeg)).toBeNull()
})

function encodesH264(): boolean {
  try {
    return execFileSync(ffmpeg, ['-hide_banner', '-encoders'], { encoding: 'utf8' }).includes('libx264')
  } catch {
    return false
  }
}
