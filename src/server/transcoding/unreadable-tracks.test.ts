import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { TrackReport } from '#transcode/testing/media-spec.ts'
import {
  LONG_TIMEOUT,
  type SOURCES,
  closeToolAfterTests,
  mediaTool,
  openTranscoder,
  outputFolder,
  source,
} from './testing/test-media.ts'
import {
  withCodecId,
  withSampleEntry,
  withUnknownAviAudio,
  withoutSamples,
} from './testing/unreadable-tracks.ts'

closeToolAfterTests()

const transcoder = openTranscoder()

type Change = (bytes: Buffer) => Buffer

async function changed(name: keyof typeof SOURCES, change: Change): Promise<string> {
  const file = path.join(await outputFolder(), path.basename(await source(name)))
  await writeFile(file, change(await readFile(await source(name))))
  return file
}

/** Runs every task that makes a file with sound, and returns the tracks of these files. */
async function convert(input: string, { canBeCopied = true } = {}): Promise<Record<string, TrackReport[]>> {
  const folder = await outputFolder()
  const output = { input, folder }
  const tracksOf = async (file: string, format: string | null = null) =>
    (await mediaTool().inspect(path.join(folder, file), format)).tracks
  const mp4 = await transcoder.run(
    { type: 'mp4', ...output, name: 'whole', shortSide: 240, threads: 1 },
    LONG_TIMEOUT,
  )
  const { playlist } = await transcoder.run(
    { type: 'rendition', ...output, name: 'quality', shortSide: 240, threads: 1 },
    LONG_TIMEOUT,
  )
  const remux = () => transcoder.run({ type: 'remux', ...output, name: 'copy' }, LONG_TIMEOUT)
  return {
    whole: await tracksOf(mp4.file),
    quality: await tracksOf(playlist, 'hls'),
    ...(canBeCopied && { copy: await tracksOf((await remux()).file) }),
  }
}

const brokenAac: Change = (bytes) => {
  const result = Buffer.from(bytes)
  // The descriptor with the decoder's configuration, which names a type of audio that does not exist.
  const config = result.indexOf(Buffer.from([0x05, 0x80, 0x80, 0x80]), result.indexOf('esds'))
  result.fill(0xff, config + 5, config + 7)
  return result
}

test.each([
  ['two-sounds.mp4', (bytes: Buffer) => withSampleEntry(bytes, 'mp4a', 'apac'), 1],
  ['two-sounds.mp4', brokenAac, 1],
  ['two-sounds.mp4', (bytes: Buffer) => withSampleEntry(bytes, 'mp4a', 'apac', 1), 2],
  ['two-sounds.mkv', (bytes: Buffer) => withCodecId(bytes, 'A_AAC', 'A_XYZ'), 1],
] as const)(
  'of two sound tracks, the one that can be decoded is taken (%#: %s)',
  async (name, change, channels) => {
    const input = await changed(name, change)
    const probed = await transcoder.run({ type: 'probe', input }, LONG_TIMEOUT)
    expect(probed).toMatchObject({ audio: { channels }, hasUnreadableAudio: false })
    for (const [file, tracks] of Object.entries(await convert(input))) {
      expect([file, ...tracks.map(({ type }) => type)]).toEqual([file, 'video', 'audio'])
      expect(tracks[0]?.frames, file).toBe(60)
      expect(tracks[1]?.level, file).toBeGreaterThan(0.05)
    }
    expect(
      await transcoder.run(
        { type: 'remux', input, folder: await outputFolder(), name: 'copy' },
        LONG_TIMEOUT,
      ),
    ).toMatchObject({
      probed: { audio: { channels } },
    })
  },
)

test.each([
  ['mp4', (bytes: Buffer) => withSampleEntry(bytes, 'mp4a', 'apac'), true],
  ['mp4', brokenAac, true],
  ['sounding.mov', (bytes: Buffer) => withSampleEntry(bytes, 'mp4a', 'apac'), true],
  ['private.mp4', (bytes: Buffer) => withSampleEntry(bytes, 'mp4a', 'ac-4'), true],
  ['private.mkv', (bytes: Buffer) => withCodecId(bytes, 'A_AAC', 'A_XYZ'), true],
  ['vp9.webm', (bytes: Buffer) => withCodecId(bytes, 'A_OPUS', 'A_NONE'), true],
  // The packets of AAC are no AC-3.
  ['private.mkv', (bytes: Buffer) => withCodecId(bytes, 'A_AAC', 'A_AC3'), true],
  ['avi', withUnknownAviAudio, false],
] as const)(
  'a video whose only sound cannot be decoded loses it, and nothing else (%#: %s)',
  async (name, change, canBeCopied) => {
    const input = await changed(name, change)
    const probed = await transcoder.run({ type: 'probe', input }, LONG_TIMEOUT)
    expect(probed).toMatchObject({ audio: null, hasUnreadableAudio: true })
    for (const [file, tracks] of Object.entries(await convert(input, { canBeCopied }))) {
      expect([file, ...tracks.map(({ type }) => type)]).toEqual([file, 'video'])
      expect(tracks[0]?.frames, file).toBeGreaterThan(50)
    }
  },
)

test.each([0, 1])('of two pictures, the one that can be decoded is shown (%s cannot)', async (track) => {
  const input = await changed('two-pictures.mp4', (bytes) => withSampleEntry(bytes, 'avc1', 'xyz1', track))
  for (const [file, tracks] of Object.entries(await convert(input))) {
    expect([file, ...tracks.map(({ type }) => type)]).toEqual([file, 'video', 'audio'])
    expect(tracks[0]?.frames, file).toBe(60)
  }
})

test('an audio track without samples counts neither as audio nor as lost audio', async () => {
  // The table of its samples is empty.
  const input = await changed('mp4', (bytes) => withoutSamples(bytes, 'soun'))
  const probed = await transcoder.run({ type: 'probe', input }, LONG_TIMEOUT)
  expect(probed).toMatchObject({ audio: null, hasUnreadableAudio: false })
  for (const [file, tracks] of Object.entries(await convert(input)))
    expect([file, ...tracks.map(({ type }) => type)]).toEqual([file, 'video'])
})

test('a file with nothing but undecodable audio is not a video, and cannot be converted', async () => {
  const input = await changed('audio-only.mp4', (bytes) => withSampleEntry(bytes, 'mp4a', 'apac'))
  await expect(transcoder.run({ type: 'probe', input }, LONG_TIMEOUT)).rejects.toMatchObject({
    problem: 'unsupportedCodec',
  })
})

test('undecodable video is refused, and does not become audio alone', async () => {
  const input = await changed('mp4', (bytes) => withSampleEntry(bytes, 'avc1', 'xyz1'))
  await expect(transcoder.run({ type: 'probe', input }, LONG_TIMEOUT)).rejects.toMatchObject({
    problem: 'unsupportedCodec',
  })
})
