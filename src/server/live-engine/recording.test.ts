import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { EncodedPacketSink, FilePathSource, Input, WEBM } from 'mediabunny'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { diskWithSpace } from '#server/testing/disks.ts'
import { assembleRecording } from './assemble-recording.ts'
import type { MediaEngine } from './media-engine.ts'
import { type Peers, startPeers } from './testing/peers.ts'
import { type TestEngine, testEngine } from './testing/start-engine.ts'

let live: TestEngine
let engine: MediaEngine
let peers: Peers
let folder: string

beforeAll(async () => {
  live = await testEngine()
  engine = live.engine
  await engine.start()
  peers = await startPeers(engine)
})
afterAll(async () => {
  await peers.kill()
  await engine.close()
})
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'recording-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

const assemble = () =>
  assembleRecording(folder, {
    log: pino({ level: 'silent' }),
    stop: new AbortController().signal,
    disk: diskWithSpace(),
  })

/** Returns how long the stream was sent, by the engine's count of packets: the publisher sends 200 a second. */
async function secondsOf(streamId: string): Promise<number> {
  const { streams } = await engine.stats()
  return (streams.find((each) => each.streamId === streamId)?.packetsIn ?? 0) / 200
}

/** Waits until the stream was sent for so much longer. */
async function waitForSeconds(streamId: string, seconds: number): Promise<void> {
  const enough = (await secondsOf(streamId)) + seconds
  await expect.poll(() => secondsOf(streamId)).toBeGreaterThan(enough)
}

test('a recording that starts before the publisher waits for media, and becomes one file of its length', async () => {
  await engine.record('early', folder)
  await engine.record('early', folder)
  await peers.publish('early', 'publisher')
  await waitForSeconds('early', 3)
  const { streams } = await engine.stats()
  expect(streams.find(({ streamId }) => streamId === 'early')).toMatchObject({ isRecording: true })
  const shortest = await secondsOf('early')
  await engine.stopRecording('early')
  const longest = await secondsOf('early')

  expect((await readdir(folder)).length).toBe(2)
  const assembled = await assemble()
  expect(assembled).toMatchObject({ mimeType: 'video/webm', width: 320, height: 180 })
  expect(assembled?.duration).toBeGreaterThan(shortest - 0.5)
  expect(assembled?.duration).toBeLessThan(longest + 0.5)
  expect(await assemble()).toEqual(assembled)
  await peers.close('publisher')
  engine.endStream('early')
})

test('an engine that is killed has written all but the last moments, and the next one continues in the same folder', async () => {
  await engine.record('crash', folder)
  await peers.publish('crash', 'before')
  await waitForSeconds('crash', 3)
  const up = live.nextEvent('up')
  process.kill(live.pid(), 'SIGKILL')
  await up
  const beforeCrash = await assemble()
  expect(beforeCrash?.duration).toBeGreaterThan(1)
  const partsBefore = await readdir(folder)

  await engine.record('crash', folder)
  await peers.publish('crash', 'after')
  await waitForSeconds('crash', 2)
  await engine.stopRecording('crash')
  const whole = await assemble()
  expect(whole?.startedAt).toBe(beforeCrash?.startedAt)
  // The time without an engine is part of the video's time.
  const partsAfter = (await readdir(folder)).filter((name) => !partsBefore.includes(name))
  const wentOnAt = Math.min(...partsAfter.map((name) => Number.parseInt(name)))
  expect(whole?.duration).toBeGreaterThan((wentOnAt - (whole?.startedAt ?? 0)) / 1000 + 1)
  await peers.close('after')
  engine.endStream('crash')
})

test('while only the low layer is sent it is recorded, and then the high one again', async () => {
  await engine.record('weak', folder)
  await peers.publish('weak', 'publisher', { hasLowLayer: true })
  await waitForSeconds('weak', 3)
  await peers.pauseVideo('publisher', true)
  await waitForSeconds('weak', 5)
  await peers.pauseVideo('publisher', false)
  await waitForSeconds('weak', 5)
  await engine.stopRecording('weak')
  const [sound, picture] = [await times('audio'), await times('video')]
  // The engine waits for 1.5 s of silence, and checks every second.
  expect(longestStep(picture)).toBeLessThan(longestStep(sound) + 2900)
  expect(picture.length).toBeGreaterThan(0.6 * sound.length)
  expect(Math.abs((picture.at(-1) ?? 0) - (sound.at(-1) ?? 0))).toBeLessThan(500)
  expect(await assemble()).toMatchObject({ mimeType: 'video/webm', width: 320, height: 180 })
  await peers.close('publisher')
  engine.endStream('weak')
})

test('a missing folder fails the recording and nothing else', async () => {
  await peers.publish('unlucky', 'publisher')
  const failed = live.nextEvent('recordingFailed')
  await engine.record('unlucky', path.join(folder, 'missing'))
  expect(await failed).toMatchObject({ streamId: 'unlucky', message: expect.stringContaining('ENOENT') })
  await waitForSeconds('unlucky', 0.5)
  await engine.stopRecording('unlucky')
  await peers.close('publisher')
  engine.endStream('unlucky')
})

test('audio only becomes an audio file, and nothing at all becomes no file', async () => {
  expect(await assemble()).toBeNull()
  await engine.record('radio', folder)
  await peers.publish('radio', 'publisher', { kinds: ['audio'] })
  await waitForSeconds('radio', 0.5)
  await engine.stopRecording('radio')
  const assembled = await assemble()
  expect(assembled).toMatchObject({ mimeType: 'audio/webm', width: null })
  await peers.close('publisher')
  engine.endStream('radio')
})

/** Returns the time of each frame of a kind, in milliseconds. */
async function times(kind: 'audio' | 'video'): Promise<number[]> {
  const parts = (await readdir(folder)).filter((name) => name.endsWith(`-${kind}.webm`))
  const found: number[] = []
  for (const name of parts.toSorted()) {
    const input = new Input({ source: new FilePathSource(path.join(folder, name)), formats: [WEBM] })
    const [track] = await input.getTracks()
    if (!track) throw new Error('a part without a track')
    for await (const { timestamp } of new EncodedPacketSink(track).packets())
      found.push(Number.parseInt(name) + timestamp * 1000)
    input.dispose()
  }
  return found
}

const longestStep = (found: number[]) =>
  Math.max(...found.slice(1).map((time, index) => time - (found[index] ?? 0)))
