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

let temporary: Awaited<ReturnType<typeof temporaryFolder>>
let keyframe: Buffer
const requestKeyframe = vi.fn<() => void>()
const failures: string[] = []

beforeEach(async () => {
  temporary = await temporaryFolder()
  keyframe = await vp8Keyframe()
  requestKeyframe.mockClear()
  failures.length = 0
})
afterEach(() => temporary.remove())

function open(folder = temporary.folder): Recorder {
  const recorder = new Recorder(folder, {
    onKeyframeNeeded: requestKeyframe,
    onFailed: (reason) => failures.push(reason),
  })
  onTestFinished(() => recorder.stop())
  return recorder
}

let [audioSequence, videoSequence] = [0, 0]
/** Adds one audio packet. */
function addAudio(recorder: Recorder, at: number, ssrc = 1): void {
  const packet = { sequence: audioSequence++, timestamp: at * 48, payload: OPUS_20_MS, ssrc }
  recorder.addPacket('opus', rtpPacket({ ...packet, codec: 'opus' }), at)
}

function addVideo(recorder: Recorder, at: number, { isKey = false, delay = 0, lost = 0 } = {}): void {
  const payloads = vp8Payloads(isKey ? keyframe : VP8_DELTA, 100)
  for (const [index, payload] of payloads.entries()) {
    const isLast = index === payloads.length - 1
    const packet = rtpPacket({ sequence: videoSequence++, timestamp: at * 90, payload, isLast })
    if (index >= lost) recorder.addPacket('VP8', packet, at + delay)
  }
}

/** Returns the recorded frames of a kind, in milliseconds after the very first frame. */
async function recorded(kind: 'audio' | 'video') {
  const frames = { audio: await read('audio'), video: await read('video') }
  const start = Math.min(...[...frames.audio, ...frames.video].map(({ time }) => time))
  return frames[kind].map(({ time, isKey }) => ({ time: Math.round(time - start), isKey }))
}

async function read(kind: 'audio' | 'video') {
  const parts = (await listParts(temporary.folder)).filter((part) => part.kind === kind)
  const found = []
  for await (const frame of framesOf(parts)) found.push(frame)
  return found
}

test('audio and video are written to a file each, from the first keyframe on', async () => {
  const recorder = open()
  expect(requestKeyframe).toHaveBeenCalled()
  for (let at = 0; at < 1000; at += 20) {
    addAudio(recorder, at)
    addVideo(recorder, at, { isKey: at === 200 })
  }
  await recorder.stop()
  expect((await readdir(temporary.folder)).map((name) => name.replace(/^\d+/, '')).toSorted()).toEqual([
    '-audio.webm',
    '-video.webm',
  ])
  const video = await recorded('video')
  expect(video[0]).toEqual({ time: 200, isKey: true })
  expect(video).toHaveLength(40)
  expect(await recorded('audio')).toHaveLength(50)
  expect(failures).toEqual([])
})

test('after a loss nothing is written before the next keyframe, which is requested', async () => {
  const recorder = open()
  addVideo(recorder, 0, { isKey: true })
  addVideo(recorder, 20)
  videoSequence++
  requestKeyframe.mockClear()
  for (let at = 40; at < 400; at += 20) addVideo(recorder, at)
  expect(requestKeyframe).toHaveBeenCalled()
  addVideo(recorder, 400, { isKey: true })
  addVideo(recorder, 420)
  await recorder.stop()
  expect((await recorded('video')).map(({ time }) => time)).toEqual([0, 20, 400, 420])
})

test('video moves to the audio that the sender reports match it with', async () => {
  const recorder = open()
  // Video takes 120 ms longer to arrive than its audio.
  for (let at = 0; at < 6000; at += 20) {
    addAudio(recorder, at)
    addVideo(recorder, at, { isKey: at === 0, delay: 120 })
    if (at === 1000) addSenderReports(recorder, at)
  }
  await recorder.stop()
  const [audio, video] = [await recorded('audio'), await recorded('video')]
  expect((video[0]?.time ?? 0) - (audio[0]?.time ?? 0)).toBe(120)
  expect(Math.abs((video.at(-1)?.time ?? 0) - (audio.at(-1)?.time ?? 0))).toBeLessThanOrEqual(3)
})

test('a camera that is switched off does not delay audio, and continues when it is switched on', async () => {
  const recorder = open()
  addVideo(recorder, 0, { isKey: true })
  for (let at = 0; at < 5000; at += 20) addAudio(recorder, at)
  addVideo(recorder, 5000, { isKey: true })
  await recorder.stop()
  expect((await recorded('audio')).at(-1)?.time).toBe(4980)
  expect((await recorded('video')).map(({ time }) => time)).toEqual([0, 5000])
})

test('a stream that restarts continues in the same files, at the time when it came back', async () => {
  const recorder = open()
  for (let at = 0; at < 200; at += 20) addAudio(recorder, at)
  audioSequence = 31_000
  for (let at = 0; at < 200; at += 20)
    recorder.addPacket(
      'opus',
      rtpPacket({
        sequence: audioSequence++,
        timestamp: at * 48,
        payload: OPUS_20_MS,
        codec: 'opus',
        ssrc: 9,
      }),
      3000 + at,
    )
  await recorder.stop()
  expect(await readdir(temporary.folder)).toHaveLength(1)
  const times = (await recorded('audio')).map(({ time }) => time)
  expect([times[9], times[10]]).toEqual([180, 3000])
})

test('a missing folder is reported once, and packets are still accepted', async () => {
  const recorder = open(`${temporary.folder}/missing`)
  addAudio(recorder, 0)
  addVideo(recorder, 0, { isKey: true })
  await vi.waitFor(() => expect(failures).toEqual([expect.stringContaining('ENOENT')]))
  addAudio(recorder, 20)
  await recorder.stop()
  expect(failures).toHaveLength(1)
})

test('a flood of packets is recorded at the rate of the fastest codecs, and is not longer than it took', async () => {
  const recorder = open()
  for (let at = 0; at < 10_000; at++) {
    for (let packet = 0; packet < 5; packet++) addAudio(recorder, at)
    addVideo(recorder, at, { isKey: at % 500 === 0 })
  }
  await recorder.stop()
  const [audio, video] = [await recorded('audio'), await recorded('video')]
  expect(audio.length).toBeGreaterThan(4000)
  expect(audio.length).toBeLessThan(5100)
  expect(audio.at(-1)?.time).toBeLessThan(13_000)
  expect(video.length).toBeGreaterThan(300)
  expect(video.length).toBeLessThan(1600)
  expect(video.at(-1)?.time).toBeLessThan(13_000)
})

function addSenderReports(recorder: Recorder, at: number): void {
  const ntp = BigInt(Math.round(at / 1000)) << 32n
  for (const [codec, rate] of [['opus', 48] as const, ['VP8', 90] as const])
    recorder.addSenderReport(
      codec,
      writeSenderReport({ ssrc: 1, ntp, timestamp: at * rate, packets: 0, octets: 0 }),
    )
}
