import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { childModule } from '#server/startup/child-modules.ts'
import type { TranscodeTask } from '#transcode/protocol.ts'
import { gab2With, lists, mp4WithReference, mp4WithTracks } from './testing/bad-files.ts'
import {
  LONG_TIMEOUT,
  closeToolAfterTests,
  mediaTool,
  openTranscoder,
  outputFolder,
  source,
} from './testing/test-media.ts'
import { mountSmallFolder } from './testing/small-folder.ts'
import { transcoderPids } from './testing/transcoder-pids.ts'
import { TranscoderProcess } from './transcoder-process.ts'

closeToolAfterTests()

const transcoder = openTranscoder()
const LIMITS = { memoryBytes: 500 * 1024 ** 2, ...LONG_TIMEOUT }
let contacts = 0
const server = createServer((_request, response) => {
  contacts += 1
  response.end()
})
let url = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/contacted.ts`
})
afterAll(() => void server.close())

/** Every task for a file. */
function tasksFor(input: string, folder: string): TranscodeTask[] {
  return [
    { type: 'probe', input },
    { type: 'remux', input, folder, name: 'out' },
    { type: 'rendition', input, folder, name: 'out', shortSide: 240, threads: 1 },
    { type: 'rendition', input, folder, name: 'out', shortSide: null, threads: 1 },
    { type: 'mp4', input, folder, name: 'out', shortSide: 240, threads: 1 },
    { type: 'frames', input, folder, name: 'out', posterAt: null, maxTiles: 4 },
  ]
}

/** Expects that all tasks refuse the bytes with a problem, and write nothing. */
async function expectRefused(bytes: Buffer | string, name: string, problem: unknown) {
  const [inputs, folder] = [await outputFolder(), await outputFolder()]
  const input = path.join(inputs, name)
  await writeFile(input, bytes)
  // One process for all tasks: most of a refusal is the start of a process.
  const child = new TranscoderProcess(childModule('transcoder'), LIMITS)
  try {
    for (const task of tasksFor(input, folder)) {
      await expect(child.run(task), task.type).rejects.toMatchObject({ problem })
      expect(await readdir(folder), task.type).toEqual([])
    }
  } finally {
    child.kill()
    await child.exited
  }
}

test.each(Object.keys(lists({ url: '', path: '' })))(
  '%s, a list of other files, is refused without opening these',
  async (name) => {
    const canary = await source('mp4')
    await expectRefused(lists({ url, path: canary })[name] ?? '', name, 'unreadable')
    expect(contacts).toBe(0)
  },
)

test('an MP4 whose samples are in another file is not read from there', async () => {
  const other = await source('mp4')
  const bytes = mp4WithReference(await readFile(other), other)
  const samples = bytes.indexOf('mdat') + 4
  bytes.fill(0, samples, bytes.indexOf('moov') - 4)
  await expectRefused(bytes, 'reference.mp4', 'unreadable')
})

test('a playlist in the subtitles of an AVI is not opened', async () => {
  const bytes = await readFile(await source('avi'))
  const text = gab2With(lists({ url, path: await source('mp4') })['hls.m3u8'] ?? '')
  // Into the packets of the audio track, declared as subtitles.
  const strh = bytes.indexOf('auds')
  bytes.write('txts', strh, 'latin1')
  const packet = bytes.indexOf('01wb')
  text.copy(bytes, packet + 8)
  const folder = await outputFolder()
  const input = path.join(folder, 'subtitles.avi')
  await writeFile(input, bytes)
  await transcoder.run({ type: 'probe', input }, LONG_TIMEOUT).catch(() => undefined)
  expect(contacts).toBe(0)
})

test.each([
  ['a renamed executable', () => readFile(process.execPath).then((bytes) => bytes.subarray(0, 1_000_000))],
  [
    'random bytes',
    () => Promise.resolve(Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 251))),
  ],
  ['an empty file', () => Promise.resolve(Buffer.alloc(0))],
  [
    'an MP4 without index',
    () => Promise.resolve(Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42\0\0\0\x08mdat')),
  ],
  [
    'a Matroska without tracks',
    () => Promise.resolve(Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(500)])),
  ],
])('%s is unreadable', async (_what, make) => {
  await expectRefused(await make(), 'video.mp4', 'unreadable')
})

test('an MP4 that is cut off in the middle is unreadable when its index is at the end', async () => {
  const bytes = await readFile(await source('mp4'))
  await expectRefused(bytes.subarray(0, bytes.length / 2), 'cut.mp4', 'unreadable')
})

test('an AVI that is cut off in the middle is encoded up to there', async () => {
  const bytes = await readFile(await source('avi'))
  const folder = await outputFolder()
  const input = path.join(folder, 'cut.avi')
  await writeFile(input, bytes.subarray(0, bytes.length / 2))
  const task = { type: 'mp4', input, folder, name: 'out', shortSide: 240, threads: 1 } as const
  await transcoder.run(task, LONG_TIMEOUT)
  const report = await mediaTool().inspect(path.join(folder, 'out.mp4'))
  expect(report.tracks[0]?.frames).toBeGreaterThan(20)
  expect(report.tracks[0]?.frames).toBeLessThan(60)
})

test('a file of 10,000 tracks is refused', async () => {
  await expectRefused(mp4WithTracks(10_000), 'many.mp4', 'tooManyTracks')
  await expectRefused(mp4WithTracks(65), 'many.mp4', 'tooManyTracks')
})

test('a video without duration is refused', async () => {
  await expectRefused(mp4WithTracks(1), 'none.mp4', 'empty')
})

test('a video of more than 12 hours is refused', async () => {
  const bytes = await readFile(await source('mp4'))
  // The durations of the movie and its tracks, in units that become a thousand times as long.
  for (const type of ['mvhd', 'mdhd'])
    for (let at = bytes.indexOf(type); at >= 0; at = bytes.indexOf(type, at + 1)) {
      bytes.writeUInt32BE(1, at + 16)
      bytes.writeUInt32BE(50_000, at + 20)
    }
  await expectRefused(bytes, 'long.mp4', 'tooLong')
})

test('a frame with more than 8K pixels is refused', async () => {
  const task = { type: 'probe', input: await source('large.mkv') } as const
  await expect(transcoder.run(task, LONG_TIMEOUT)).rejects.toMatchObject({ problem: 'tooLarge' })
})

test('a Matroska whose header claims another size has the size of its frames', async () => {
  const bytes = await readFile(await source('varying.mkv'))
  const at = bytes.indexOf(Buffer.from([0xb0, 0x82, 0x01, 0x40]))
  expect(at).toBeGreaterThan(0)
  bytes.writeUInt16BE(0x7fff, at + 2)
  const folder = await outputFolder()
  const input = path.join(folder, 'lie.mkv')
  await writeFile(input, bytes)
  await expect(transcoder.run({ type: 'probe', input }, LONG_TIMEOUT)).resolves.toMatchObject({
    video: { height: 180 },
  })
})

/** A task that takes some seconds. */
async function slowTask(folder: string) {
  const input = await source('720p.mp4')
  return { type: 'rendition', input, folder, name: 'slow', shortSide: 1080, threads: 1 } as const
}

test('a task that is aborted ends at once, and leaves nothing', async () => {
  const folder = await outputFolder()
  const controller = new AbortController()
  const reason = new Error('the video was deleted')
  const options = { ...LONG_TIMEOUT, signal: controller.signal, onProgress: () => controller.abort(reason) }
  await expect(transcoder.run(await slowTask(folder), options)).rejects.toBe(reason)
  expect(await readdir(folder)).toEqual([])
  await expect(transcoder.run(await slowTask(folder), options)).rejects.toBe(reason)
})

test('a task above its time limit is killed', async () => {
  const folder = await outputFolder()
  const run = transcoder.run(await slowTask(folder), { timeoutMs: 600 })
  await expect(run).rejects.toMatchObject({ problem: 'timeout', isTemporary: false })
  expect(await readdir(folder)).toEqual([])
})

test('a task above its memory limit is killed', async () => {
  const folder = await outputFolder()
  const run = openTranscoder({ memoryBytes: 90 * 1024 ** 2 }).run(await slowTask(folder), LONG_TIMEOUT)
  await expect(run).rejects.toMatchObject({ problem: 'outOfMemory' })
  expect(await readdir(folder)).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'a process that is killed is a crash, and leaves nothing',
  async () => {
    const folder = await outputFolder()
    const run = transcoder.run(await slowTask(folder), LONG_TIMEOUT)
    const crashed = expect(run).rejects.toMatchObject({ problem: 'crashed', isTemporary: true })
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual(['.slow.partial']))
    for (const pid of await transcoderPids()) process.kill(pid, 'SIGKILL')
    await crashed
    expect(await readdir(folder)).toEqual([])
  },
)

test('a process ends when the app has ended', async () => {
  const { entry, execArgv } = childModule('transcoder')
  const child = fork(entry, [String(1024 ** 3)], { execArgv })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.send(await slowTask(await outputFolder()))
  await once(child, 'message')
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
})

test('a task on a full disk says so, and leaves nothing', async ({ skip }) => {
  const folder = await mountSmallFolder()
  skip(folder === null, 'a file system can only be mounted by root')
  if (folder === null) return
  const input = await source('mp4')
  const tasks: TranscodeTask[] = [
    { type: 'remux', input, folder, name: 'out' },
    { type: 'mp4', input, folder, name: 'out', shortSide: 180, threads: 2 },
    { type: 'rendition', input, folder, name: 'out', shortSide: 180, threads: 2 },
  ]
  for (const task of tasks) {
    await expect(transcoder.run(task, LONG_TIMEOUT), task.type).rejects.toMatchObject({
      problem: 'outOfSpace',
    })
    expect(await readdir(folder)).toEqual([])
  }
})
