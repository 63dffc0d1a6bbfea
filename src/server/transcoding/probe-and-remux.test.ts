import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  LONG_TIMEOUT,
  type SOURCES,
  closeToolAfterTests,
  mediaTool,
  openTranscoder,
  outputFolder,
  source,
} from './testing/test-media.ts'

closeToolAfterTests()

const transcoder = openTranscoder()
const probe = async (name: keyof typeof SOURCES) =>
  transcoder.run({ type: 'probe', input: await source(name) }, LONG_TIMEOUT)

/** Remuxes a source and returns the result with a report about the output. */
async function remux(name: keyof typeof SOURCES, options: { audioOnly?: boolean } = {}) {
  const folder = await outputFolder()
  const input = await source(name)
  const result = await transcoder.run(
    { type: 'remux', input, folder, name: 'copy', ...options },
    LONG_TIMEOUT,
  )
  const file = path.join(folder, result.file)
  expect(await readdir(folder)).toEqual([result.file])
  return { result, report: await mediaTool().inspect(file), bytes: await readFile(file) }
}

test.each([
  ['mp4', 'mp4', 3, { codec: 'h264', width: 320, height: 180, rotation: 0, frameRate: 30 }, { codec: 'aac' }],
  ['rotated.mp4', 'mp4', 2, { width: 320, height: 180, rotation: 90 }, { codec: 'aac' }],
  ['vp9.webm', 'matroska', 2, { codec: 'vp9', pixelFormat: 'yuv420p' }, { codec: 'opus', channels: 2 }],
  ['avi', 'avi', 3, { codec: 'mpeg4', frameRate: 25 }, { codec: 'mp3', sampleRate: 44_100 }],
  ['odd.mkv', 'matroska', 2, { codec: 'ffv1', width: 321, height: 181 }, null],
  ['ten-bit.mp4', 'mp4', 2, { pixelFormat: 'yuv420p10le', isHdr: false }, null],
  ['hdr.mp4', 'mp4', 2, { isHdr: true }, null],
  ['surround.mkv', 'matroska', 2, { codec: 'h264' }, { codec: 'ac3', channels: 6 }],
  ['audio-only.mp4', 'mp4', 2, null, { codec: 'aac' }],
] as const)('%s is described', async (name, container, duration, video, audio) => {
  const result = await probe(name)
  expect(result).toMatchObject({ container, video, audio })
  expect(Math.abs(result.duration - duration)).toBeLessThan(0.15)
})

test.each([
  ['private.mp4', 'video/mp4'],
  ['private.mov', 'video/mp4'],
  ['private.mkv', 'video/mp4'],
  ['private.webm', 'video/webm'],
] as const)(
  'a copy of %s has its pictures and sound, and no text, date or other track',
  async (name, mimeType) => {
    expect((await readFile(await source(name))).includes('SECRET')).toBe(true)
    const { result, report, bytes } = await remux(name)
    expect(result).toMatchObject({ mimeType, bytes: bytes.length })
    for (const text of ['SECRET', '48.8577', '2020', 'gpmd', 'swa'])
      expect([text, bytes.includes(text)]).toEqual([text, false])
    expect(report.tracks.map(({ type }) => type)).toEqual(['video', 'audio'])
    const [video, audio] = report.tracks
    expect(video?.frames).toBe(60)
    expect(audio?.level).toBeGreaterThan(0.05)
    expect(report.quarters[10]?.colours).toEqual(['red', 'lime', 'blue', 'blue'])
    expect(report.quarters.at(-5)?.colours).toEqual(['red', 'white', 'blue', 'blue'])
  },
)

test('the index of a copied MP4 is in front of its packets', async () => {
  const { bytes } = await remux('mp4')
  expect(bytes.indexOf('moov')).toBeGreaterThan(0)
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
})

test('a copy of a rotated video is displayed upright', async () => {
  const { report } = await remux('rotated.mp4')
  expect(report.tracks[0]).toMatchObject({ width: 180, height: 320, rotation: 90 })
  expect(report.quarters[10]?.colours).toEqual(['red', 'lime', 'blue', 'blue'])
})

test.each([['avi'], ['ten-bit.mp4'], ['surround.mkv'], ['odd.mkv']] as const)(
  '%s is not copied, because browsers do not play its tracks',
  async (name) => {
    const folder = await outputFolder()
    const input = await source(name)
    await expect(
      transcoder.run({ type: 'remux', input, folder, name: 'copy' }, LONG_TIMEOUT),
    ).rejects.toMatchObject({ problem: 'unsupportedCodec' })
    expect(await readdir(folder)).toEqual([])
  },
)

test('a file without video is not copied', async () => {
  const task = {
    type: 'remux',
    input: await source('audio-only.mp4'),
    folder: await outputFolder(),
    name: 'copy',
  } as const
  await expect(transcoder.run(task, LONG_TIMEOUT)).rejects.toMatchObject({ problem: 'noVideo' })
})

test.each([
  ['private.m4a', 'audio/mp4', 'copy.m4a'],
  ['flac.m4a', 'audio/mp4', 'copy.m4a'],
  ['private.weba', 'audio/webm', 'copy.weba'],
  ['opus.mka', 'audio/webm', 'copy.weba'],
  ['private.mov', 'audio/mp4', 'copy.m4a'],
] as const)(
  'a copy of the audio of %s has its sound, and no text, date or other track',
  async (name, mimeType, file) => {
    expect((await readFile(await source(name))).includes('SECRET')).toBe(true)
    const { result, report, bytes } = await remux(name, { audioOnly: true })
    expect(result).toMatchObject({ mimeType, file, bytes: bytes.length })
    for (const text of ['SECRET', '48.8577', '2020', 'gpmd', 'swa'])
      expect([text, bytes.includes(text)]).toEqual([text, false])
    expect(report.tracks.map(({ type }) => type)).toEqual(['audio'])
    expect(report.tracks[0]?.level).toBeGreaterThan(0.05)
    expect(Math.abs(result.duration - 2)).toBeLessThan(0.15)
  },
)

test.each([
  ['alac.m4a', 'unsupportedCodec'],
  ['surround.mkv', 'unsupportedCodec'],
  ['avi', 'unsupportedCodec'],
  ['odd.mkv', 'noAudio'],
] as const)('the audio of %s is not copied (%s)', async (name, problem) => {
  const folder = await outputFolder()
  const task = { type: 'remux', input: await source(name), folder, name: 'copy', audioOnly: true } as const
  await expect(transcoder.run(task, LONG_TIMEOUT)).rejects.toMatchObject({ problem })
  expect(await readdir(folder)).toEqual([])
})
