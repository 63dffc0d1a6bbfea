import { readFile, truncate } from 'node:fs/promises'
import path from 'node:path'
import { EncodedPacketSink, FilePathSource, Input, MATROSKA, MP4, WEBM } from 'mediabunny'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CodecName } from '../../sdp/parse-session.ts'
import { PartFile } from '../part-file.ts'
import { OPUS_20_MS, SPS, VP8_DELTA, temporaryFolder, vp8Keyframe, withLengths } from '../testing/packets.ts'
import { assembleParts } from './assemble-parts.ts'
import { listParts } from './part-reader.ts'

let temporary: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  temporary = await temporaryFolder()
})
afterEach(() => temporary.remove())

/** The wall clock of the recordings (milliseconds). */
const NOON = 1_732_222_222_000

type Frames = { codec: CodecName; from: number; until: number; every: number; keyframe?: Buffer }

/** Writes a part; `from` and `until` are milliseconds after noon. */
async function writePart({ codec, from, until, every, keyframe = OPUS_20_MS }: Frames): Promise<void> {
  const description =
    codec === 'H264'
      ? Buffer.from(`0142c01fffe1${'0013'}${SPS['640x360'].toString('hex')}01000468ce3c80`, 'hex')
      : null
  const track = { codec, size: codec === 'opus' ? null : { width: 320, height: 180 }, description }
  const file = new PartFile(temporary.folder, track, { from, wallClockOffset: NOON }, (error) => {
    throw error
  })
  for (let time = from, index = 0; time < until; time += every, index++) {
    const isKey = codec === 'opus' || index % 20 === 0
    file.add({ data: isKey ? keyframe : VP8_DELTA, isKey, time })
  }
  await file.close()
}

/** Returns the start of each packet in the assembled file, in whole milliseconds. */
async function read(file: string) {
  const input = new Input({
    source: new FilePathSource(path.join(temporary.folder, file)),
    formats: [WEBM, MATROSKA, MP4],
  })
  const times = async (
    track:
      | Awaited<ReturnType<Input['getPrimaryVideoTrack']>>
      | Awaited<ReturnType<Input['getPrimaryAudioTrack']>>,
  ) => {
    const starts = []
    if (track)
      for await (const { timestamp } of new EncodedPacketSink(track).packets())
        starts.push(Math.round(timestamp * 1000))
    return starts
  }
  try {
    return {
      duration: await input.computeDuration(),
      video: await times(await input.getPrimaryVideoTrack()),
      audio: await times(await input.getPrimaryAudioTrack()),
    }
  } finally {
    input.dispose()
  }
}

test('parts with a pause between them become one file on one clock, with audio that has no gap', async () => {
  const keyframe = await vp8Keyframe()
  await writePart({ codec: 'VP8', from: 40, until: 2040, every: 50, keyframe })
  await writePart({ codec: 'opus', from: 0, until: 2000, every: 20 })
  await writePart({ codec: 'VP8', from: 5040, until: 7040, every: 50, keyframe })
  await writePart({ codec: 'opus', from: 5000.4, until: 7000, every: 20 })

  const assembled = await assembleParts(temporary.folder)
  expect(assembled).toMatchObject({
    file: 'video.webm',
    mimeType: 'video/webm',
    startedAt: NOON,
    width: 320,
    height: 180,
  })
  expect(assembled?.duration).toBeCloseTo(7.023, 1)
  const { video, audio, duration } = await read('video.webm')
  expect(duration).toBeCloseTo(7.02, 1)
  expect(video).toHaveLength(80)
  expect(video.slice(0, 2)).toEqual([40, 90])
  expect(video[40]).toBe(5040)
  for (const [index, time] of audio.slice(1).entries()) {
    expect(time - (audio[index] ?? 0)).toBeGreaterThanOrEqual(2)
    expect(time - (audio[index] ?? 0)).toBeLessThanOrEqual(23)
  }
})

test('a truncated part is read up to its last intact frame', async () => {
  const keyframe = await vp8Keyframe()
  await writePart({ codec: 'VP8', from: 0, until: 10_000, every: 50, keyframe })
  const [torn] = await listParts(temporary.folder)
  const bytes = await readFile(torn?.path ?? '')
  await truncate(torn?.path ?? '', Math.floor(bytes.length / 2))
  const { duration } = (await assembleParts(temporary.folder)) ?? { duration: 0 }
  expect(duration).toBeGreaterThan(4)
  expect(duration).toBeLessThan(6)
  for (const length of [0, 3, 100, 250]) {
    await truncate(torn?.path ?? '', length)
    expect(await assembleParts(temporary.folder)).toBeNull()
  }
})

test('a part whose clock was set back continues after the previous one', async () => {
  const keyframe = await vp8Keyframe()
  await writePart({ codec: 'VP8', from: 0, until: 3000, every: 50, keyframe })
  await writePart({ codec: 'VP8', from: 1500, until: 6000, every: 50, keyframe })
  await assembleParts(temporary.folder)
  const { video } = await read('video.webm')
  expect(video).toEqual(video.toSorted((one, other) => one - other))
  expect(new Set(video).size).toBe(video.length)
  expect(video.at(-1)).toBe(5950)
})

test('of two codecs the longer video is kept, and all audio', async () => {
  const keyframe = await vp8Keyframe()
  await writePart({ codec: 'opus', from: 0, until: 6000, every: 20 })
  await writePart({
    codec: 'H264',
    from: 0,
    until: 4000,
    every: 50,
    keyframe: withLengths(SPS['640x360'], Buffer.of(0x65, 1, 2)),
  })
  await writePart({ codec: 'VP8', from: 4000, until: 6000, every: 50, keyframe })
  expect(await assembleParts(temporary.folder)).toMatchObject({
    mimeType: 'video/mp4',
    width: 640,
    height: 360,
  })
  const { video, audio } = await read('video.mp4')
  expect(video).toHaveLength(80)
  expect(audio).toHaveLength(300)
})

test('less than a second is nothing to watch', async () => {
  await writePart({ codec: 'opus', from: 0, until: 900, every: 20 })
  expect(await assembleParts(temporary.folder)).toBeNull()
})
