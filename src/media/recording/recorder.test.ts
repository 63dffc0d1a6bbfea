import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { writeSenderReport } from '../rtp/rtcp.ts'
import { listParts, framesOf } from './assembly/part-reader.ts'
import { Recorder } from './recorder.ts'
import {
  OPUS_20_MS,
  VP8_DELTA,
  rtpPacket,
  temporaryFolder,
  vp8Keyframe,
  vp8Payloads,
} from './testing/packets.ts'

let place: Awaited<ReturnType<typeof temporaryFolder>>
let keyframe: Buffer
const asked = vi.fn<() => void>()
const failures: string[] = []

beforeEach(async () => {
  place = await temporaryFolder()
  keyframe = await vp8Keyframe()
  asked.mockClear()
  failures.length = 0
})
afterEach(() => place.remove())

function open(folder = place.folder): Recorder {
  const recorder = new Recorder(folder, {
    onKeyframeNeeded: asked,
    onFailed: (reason) => failures.push(reason),
  })
  onTestFinished(() => recorder.stop())
  return recorder
}

let [sound, picture] = [0, 0]
/** One packet of sound; `late` milliseconds after the picture of the same moment. */
function hear(recorder: Recorder, at: number, ssrc = 1): void {
  const packet = { sequence: sound++, timestamp: at * 48, payload: OPUS_20_MS, ssrc }
  recorder.addPacket('opus', rtpPacket({ ...packet, codec: 'opus' }), at)
}

function see(recorder: Recorder, at: number, { isKey = false, delay = 0, lost = 0 } = {}): void {
  const payloads = vp8Payloads(isKey ? keyframe : VP8_DELTA, 100)
  for (const [index, payload] of payloads.entries()) {
    const isLast = index === payloads.length - 1
    const packet = rtpPacket({ sequence: picture++, timestamp: at * 90, payload, isLast })
    if (index >= lost) recorder.addPacket('VP8', packet, at + delay)
  }
}

/** What was written of a kind, in milliseconds after the first frame of all. */
async function written(kind: 'audio' | 'video') {
  const frames = { audio: await read('audio'), video: await read('video') }
  const start = Math.min(...[...frames.audio, ...frames.video].map(({ time }) => time))
  return frames[kind].map(({ time, isKey }) => ({ time: Math.round(time - start), isKey }))
}

async function read(kind: 'audio' | 'video') {
  const parts = (await listParts(place.folder)).filter((part) => part.kind === kind)
  const found = []
  for await (const frame of framesOf(parts)) found.push(frame)
  return found
}

test('sound and picture are written, each track into a file of its own, from the first keyframe on', async () => {
  const recorder = open()
  expect(asked).toHaveBeenCalled()
  for (let at = 0; at < 1000; at += 20) {
    hear(recorder, at)
    see(recorder, at, { isKey: at === 200 })
  }
  await recorder.stop()
  expect((await readdir(place.folder)).map((name) => name.replace(/^\d+/, '')).toSorted()).toEqual([
    '-audio.webm',
    '-video.webm',
  ])
  const pictures = await written('video')
  expect(pictures[0]).toEqual({ time: 200, isKey: true })
  expect(pictures).toHaveLength(40)
  expect(await written('audio')).toHaveLength(50)
  expect(failures).toEqual([])
})

test('after a loss nothing is written before the next keyframe, which is asked for', async () => {
  const recorder = open()
  see(recorder, 0, { isKey: true })
  see(recorder, 20)
  picture++
  asked.mockClear()
  for (let at = 40; at < 400; at += 20) see(recorder, at)
  expect(asked).toHaveBeenCalled()
  see(recorder, 400, { isKey: true })
  see(recorder, 420)
  await recorder.stop()
  expect((await written('video')).map(({ time }) => time)).toEqual([0, 20, 400, 420])
})

test('the picture moves to the sound that the sender’s reports name', async () => {
  const recorder = open()
  // The picture takes 120 ms longer to arrive than its sound.
  for (let at = 0; at < 6000; at += 20) {
    hear(recorder, at)
    see(recorder, at, { isKey: at === 0, delay: 120 })
    if (at === 1000) report(recorder, at)
  }
  await recorder.stop()
  const [sounds, pictures] = [await written('audio'), await written('video')]
  expect((pictures[0]?.time ?? 0) - (sounds[0]?.time ?? 0)).toBe(120)
  expect(Math.abs((pictures.at(-1)?.time ?? 0) - (sounds.at(-1)?.time ?? 0))).toBeLessThanOrEqual(3)
})

test('a camera that is switched off holds no sound back, and goes on where it comes back', async () => {
  const recorder = open()
  see(recorder, 0, { isKey: true })
  for (let at = 0; at < 5000; at += 20) hear(recorder, at)
  see(recorder, 5000, { isKey: true })
  await recorder.stop()
  expect((await written('audio')).at(-1)?.time).toBe(4980)
  expect((await written('video')).map(({ time }) => time)).toEqual([0, 5000])
})

test('a stream that was gone goes on in the same files, at the time when it came back', async () => {
  const recorder = open()
  for (let at = 0; at < 200; at += 20) hear(recorder, at)
  sound = 31_000
  for (let at = 0; at < 200; at += 20)
    recorder.addPacket(
      'opus',
      rtpPacket({ sequence: sound++, timestamp: at * 48, payload: OPUS_20_MS, codec: 'opus', ssrc: 9 }),
      3000 + at,
    )
  await recorder.stop()
  expect(await readdir(place.folder)).toHaveLength(1)
  const times = (await written('audio')).map(({ time }) => time)
  expect([times[9], times[10]]).toEqual([180, 3000])
})

test('a folder that is missing is told once, and packets go on to be taken', async () => {
  const recorder = open(`${place.folder}/missing`)
  hear(recorder, 0)
  see(recorder, 0, { isKey: true })
  await vi.waitFor(() => expect(failures).toEqual([expect.stringContaining('ENOENT')]))
  hear(recorder, 20)
  await recorder.stop()
  expect(failures).toHaveLength(1)
})

function report(recorder: Recorder, at: number): void {
  const ntp = BigInt(Math.round(at / 1000)) << 32n
  for (const [codec, rate] of [['opus', 48] as const, ['VP8', 90] as const])
    recorder.addSenderReport(
      codec,
      writeSenderReport({ ssrc: 1, ntp, timestamp: at * rate, packets: 0, octets: 0 }),
    )
}
