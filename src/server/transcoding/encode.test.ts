import { readFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ResultOf, TaskOf } from '#transcode/protocol.ts'
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
type SourceName = keyof typeof SOURCES
/** The time of the first frame in renditions of 30 or 60 frames per second. */
const OFFSET = 2 / 30
const UPRIGHT = ['red', 'lime', 'blue', 'blue']

/** Encodes a rendition and returns its result, its playlist and a report about what a player decodes. */
async function encode(name: SourceName, shortSide: number | null, folder?: string) {
  const target = folder ?? (await outputFolder())
  const input = await source(name)
  const task = {
    type: 'rendition',
    input,
    folder: target,
    name: `v${shortSide ?? 'audio'}`,
    shortSide,
    threads: 2,
  } as const
  const result = await transcoder.run(task, LONG_TIMEOUT)
  const playlist = await readFile(path.join(target, result.playlist), 'utf8')
  const report = await mediaTool().inspect(path.join(target, result.playlist), 'hls')
  return { result, playlist, report, folder: target, file: path.join(target, result.file) }
}

async function encodeMp4(name: SourceName, shortSide = 1080, by = transcoder) {
  const folder = await outputFolder()
  const task = {
    type: 'mp4',
    input: await source(name),
    folder,
    name: 'whole',
    shortSide,
    threads: 2,
  } as const
  const result = await by.run(task, LONG_TIMEOUT)
  expect(await readdir(folder)).toEqual(['whole.mp4'])
  const file = path.join(folder, 'whole.mp4')
  return { result, report: await mediaTool().inspect(file), bytes: await readFile(file) }
}

type Segment = { duration: number; bytes: number; offset: number }
const segmentsOf = (playlist: string): Segment[] =>
  [...playlist.matchAll(/#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)/g)].map((match) => ({
    duration: Number(match[1]),
    bytes: Number(match[2]),
    offset: Number(match[3]),
  }))

/** The types of the boxes that fill these bytes. */
function boxesOf(bytes: Buffer): string[] {
  const types: string[] = []
  for (let offset = 0; offset < bytes.length; offset += bytes.readUInt32BE(offset)) {
    types.push(bytes.toString('latin1', offset + 4, offset + 8))
    if (bytes.readUInt32BE(offset) < 8) throw new Error('a box has no length')
  }
  return types
}

test('the segments of all renditions begin at the same times, and each range is a fragment', async () => {
  const folder = await outputFolder()
  const [small, large, audio] = [
    await encode('720p.mp4', 240, folder),
    await encode('720p.mp4', 1080, folder),
    await encode('720p.mp4', null, folder),
  ]
  expect(small.result.picture).toEqual({ width: 426, height: 240, frameRate: 30 })
  expect(large.result.picture).toEqual({ width: 1280, height: 720, frameRate: 60 })
  expect(audio.result).toMatchObject({ picture: null, codecs: 'mp4a.40.2' })
  expect(small.result.codecs).toMatch(/^avc1\.6400..,mp4a\.40\.2$/)
  for (const { playlist } of [small, large])
    expect(segmentsOf(playlist).map(({ duration }) => duration)).toEqual([4, 1])
  expect(segmentsOf(audio.playlist)).toHaveLength(2)
  expect(segmentsOf(audio.playlist)[0]?.duration).toBeCloseTo(4, 1)
  for (const { report } of [small, large])
    expect(report.tracks[0]?.keyframeTimes).toEqual([0, 4].map((time) => expect.closeTo(time + OFFSET, 3)))
  expect([small, large].map(({ report }) => report.tracks[0]?.frames)).toEqual([150, 300])
  for (const { file, playlist, result } of [small, large, audio]) {
    const bytes = await readFile(file)
    expect(result.bytes).toBe(bytes.length)
    const [, length = 0, offset = 0] = /BYTERANGE="(\d+)@(\d+)"/.exec(playlist)?.map(Number) ?? []
    expect(boxesOf(bytes.subarray(offset, offset + length))).toEqual(['ftyp', 'moov'])
    for (const segment of segmentsOf(playlist)) {
      const boxes = boxesOf(bytes.subarray(segment.offset, segment.offset + segment.bytes))
      expect(boxes.filter((box) => box === 'moof' || box === 'mdat')).toEqual(['moof', 'mdat'])
    }
    const peak = Math.max(
      ...segmentsOf(playlist)
        .slice(0, 1)
        .map((each) => (each.bytes * 8) / each.duration),
    )
    expect(result.bandwidth).toBeGreaterThanOrEqual(Math.floor(peak))
    expect(result.averageBandwidth).toBeLessThanOrEqual(result.bandwidth)
  }
})

test.each([
  ['avi', { width: 320, height: 180, frameRate: 25 }, 75],
  ['vp9.webm', { width: 320, height: 180, frameRate: 30 }, 60],
  ['varying.mkv', { width: 320, height: 180, frameRate: 30 }, 90],
  ['odd.mkv', { width: 322, height: 182, frameRate: 30 }, 60],
  ['ten-bit.mp4', { width: 320, height: 180, frameRate: 30 }, 60],
  ['surround.mkv', { width: 320, height: 180, frameRate: 30 }, 60],
  ['many-channels.mkv', { width: 320, height: 180, frameRate: 30 }, 60],
] as const)('%s is encoded with all of its frames and its sound', async (name, picture, frames) => {
  const { result, report } = await encode(name, 480)
  expect(result.picture).toEqual(picture)
  const [video, audio] = report.tracks
  expect(Math.abs((video?.frames ?? 0) - frames)).toBeLessThanOrEqual(2)
  expect(report.quarters[10]?.colours).toEqual(UPRIGHT)
  expect(report.quarters.at(-5)?.colours).toEqual(['red', 'white', 'blue', 'blue'])
  expect(audio ? audio.level > 0.05 : name.match(/odd|ten/)).toBeTruthy()
})

test('frames of a varying rate are shown at their times', async () => {
  const { report } = await encode('varying.mkv', 480)
  const times = report.tracks[0]?.times ?? []
  for (const [index, time] of times.entries()) expect(time - OFFSET).toBeCloseTo(index / 30, 2)
  const white = report.quarters.find(({ colours }) => colours[1] === 'white')
  expect((white?.second ?? 0) - OFFSET).toBeCloseTo(1, 1)
})

test('small renditions have one channel of sound, and large ones two', async () => {
  const [small, large] = [await encode('surround.mkv', 240), await encode('rotated.mp4', 480)]
  expect(small.report.tracks[1]?.channels).toBe(1)
  expect(large.report.tracks[1]?.channels).toBe(2)
})

test('a long pause of the sound becomes silence, without the memory for all of it at once', async () => {
  const small = openTranscoder({ memoryBytes: 200 * 1024 ** 2 })
  const { result, report } = await encodeMp4('audio-gap.mkv', 1080, small)
  expect(result.duration).toBeCloseTo(302, 0)
  const tone = await encodeMp4('varying.mkv')
  // The file has two seconds of the same tone.
  const level = (tone.report.tracks[1]?.level ?? 0) * Math.sqrt(2 / 302)
  expect(report.tracks[1]?.level).toBeCloseTo(level, 3)
})

test('an HDR video becomes one for other displays', async () => {
  const { report } = await encode('hdr.mp4', 480)
  expect(report.tracks[0]?.frames).toBe(60)
  expect(report.quarters[10]?.colours).toEqual(UPRIGHT)
})

test.each([['rotated.mp4'], ['upside-down.mp4']] as const)('%s is encoded upright', async (name) => {
  const { result, report } = await encodeMp4(name)
  expect(result).toMatchObject({ width: 320, height: 180 })
  expect(report.tracks[0]).toMatchObject({ width: 320, height: 180, rotation: 0 })
  expect(report.quarters[10]?.colours).toEqual(UPRIGHT)
})

test('an MP4 of an AVI plays in browsers, with its index in front', async () => {
  const { result, report, bytes } = await encodeMp4('avi')
  expect(result).toMatchObject({ codecs: expect.stringMatching(/^avc1\.6400..,mp4a\.40\.2$/), frameRate: 25 })
  expect(report.tracks.map(({ codec }) => codec)).toEqual(['h264', 'aac'])
  expect(report.tracks[0]?.frames).toBeGreaterThanOrEqual(75)
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
})

test.each([['private.mp4'], ['private.mov'], ['private.mkv'], ['private.webm']] as const)(
  'nothing private of %s is in its rendition',
  async (name) => {
    const { file, playlist, report } = await encode(name, 480)
    const bytes = await readFile(file)
    for (const text of ['SECRET', '48.8577', '2020', 'gpmd', 'swa'])
      expect([text, bytes.includes(text), playlist.includes(text)]).toEqual([text, false, false])
    expect(report.tracks.map(({ type }) => type)).toEqual(['video', 'audio'])
  },
)

test('progress is reported in seconds of the source', async () => {
  const seconds: number[] = []
  const [input, folder] = [await source('720p.mp4'), await outputFolder()]
  const startedAt = performance.now()
  await transcoder.run(
    { type: 'mp4', input, folder, name: 'whole', shortSide: 240, threads: 1 },
    { ...LONG_TIMEOUT, onProgress: (second) => seconds.push(second) },
  )
  expect(seconds.length).toBeGreaterThan(0)
  expect(seconds.length).toBeLessThanOrEqual((performance.now() - startedAt) / 500 + 1)
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
  expect(seconds.at(-1)).toBeLessThanOrEqual(5)
})

async function makeFrames(name: SourceName, changes: Partial<TaskOf<'frames'>> = {}) {
  const folder = await outputFolder()
  const input = await source(name)
  const task: TaskOf<'frames'> = {
    type: 'frames',
    input,
    folder,
    name: 'f',
    posterAt: null,
    maxTiles: 100,
    ...changes,
  }
  const result: ResultOf<TaskOf<'frames'>> = await transcoder.run(task, LONG_TIMEOUT)
  expect((await readdir(folder)).toSorted()).toEqual(['f-poster.jpg', 'f-preview.jpg'])
  const preview = path.join(folder, result.preview.file)
  return { result, poster: path.join(folder, result.poster.file), preview }
}

/** The colour of a pixel, as the letters of the channels that are bright. */
async function colourAt(file: string, left: number, top: number): Promise<string> {
  const { data } = await sharp(file)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return ['r', 'g', 'b'].filter((_, channel) => (data[channel] ?? 0) > 128).join('')
}

test('the poster is not black when the beginning is', async () => {
  const { result, poster } = await makeFrames('dark-start.mp4')
  expect(result.poster).toMatchObject({ width: 320, height: 180 })
  expect(result.poster.second).toBeGreaterThanOrEqual(0.5)
  expect(await colourAt(poster, 40, 40)).toBe('r')
})

test('the poster is the frame at a chosen second, upright', async () => {
  const { result, poster } = await makeFrames('rotated.mp4', { posterAt: 1.5 })
  expect(result.poster).toMatchObject({ width: 320, height: 180, second: 1.5 })
  expect(await colourAt(poster, 40, 40)).toBe('r')
  expect(await colourAt(poster, 280, 40)).toBe('rgb')
})

test('the preview has a tile for each interval', async () => {
  const { result, preview } = await makeFrames('720p.mp4')
  expect(result.preview).toMatchObject({ columns: 5, tiles: 5, tileWidth: 160, tileHeight: 90, interval: 1 })
  expect(await sharp(preview).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 90 })
  expect(await colourAt(preview, 120, 20)).toBe('g')
  expect(await colourAt(preview, 160 + 120, 20)).toBe('rgb')
  expect(await colourAt(preview, 4 * 160 + 20, 20)).toBe('r')
  expect((await stat(preview)).size).toBeGreaterThan(1000)
})

test('the preview has no more tiles than requested', async () => {
  const { result } = await makeFrames('avi', { maxTiles: 2 })
  expect(result.preview).toMatchObject({ columns: 2, tiles: 2, interval: expect.closeTo(1.5, 0) })
})
