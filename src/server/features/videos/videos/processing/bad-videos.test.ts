import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { systemLogs } from '#server/logs/schema.ts'
import { countJobs } from '#server/jobs/queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { lists, mp4WithTracks } from '#server/transcoding/testing/bad-files.ts'
import { withSampleEntry } from '#server/transcoding/testing/unreadable-tracks.ts'
import { closeToolAfterTests, source } from '#server/transcoding/testing/test-media.ts'
import { TranscodeError } from '#server/transcoding/transcode-error.ts'
import { ENCODE_JOBS, prepareSlowVideoJob, prepareVideoJob } from './jobs.ts'
import { type DurationClass, durationClassOf } from './qualities.ts'
import { makePicturesHandler } from './pictures-job.ts'
import { prepareSlowVideoHandler, prepareVideoHandler } from './prepare-job.ts'
import type { ProcessingDependencies } from './process-video.ts'
import { encodeHandler } from './rendition-job.ts'
import { attempt, openProcessing } from './testing/test-processing.ts'
import { filesOnDisk, getVideo, storeUpload, waitUntilProcessed } from './testing/uploaded-videos.ts'

closeToolAfterTests()

let server: TestApp
let withoutJobs: TestApp
beforeAll(async () => {
  server = await startTestApp()
  withoutJobs = await startTestApp({ env: { JOBS: 'off' } })
})
afterAll(async () => {
  await server.close()
  await withoutJobs.close()
})

async function fileOf(name: string, bytes: Buffer | string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bad-videos-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(path.join(folder, name), bytes)
  return path.join(folder, name)
}

const firstQuality = (dependencies: ProcessingDependencies, durationClass: DurationClass = 'short') =>
  encodeHandler(dependencies, { kind: 'first', durationClass, job: ENCODE_JOBS.first[durationClass] })
const nextQuality = (dependencies: ProcessingDependencies, durationClass: DurationClass = 'short') =>
  encodeHandler(dependencies, { kind: 'next', durationClass, job: ENCODE_JOBS.next[durationClass] })

const half = async (name: 'mp4' | 'avi') => {
  const bytes = await readFile(await source(name))
  return bytes.subarray(0, bytes.length / 2)
}
const list = async (name: string) =>
  lists({ url: 'http://127.0.0.1:9/', path: await source('mp4') })[name] ?? ''

const logsOf = ({ database }: TestApp) =>
  database.db.select({ level: systemLogs.level, message: systemLogs.message }).from(systemLogs)

test.each([
  [
    'a renamed executable',
    'tool.mp4',
    async () => (await readFile(process.execPath)).subarray(0, 500_000),
    'unreadable',
  ],
  ['a cut MP4 with its index at the end', 'cut.mp4', () => half('mp4'), 'unreadable'],
  ['an HLS playlist', 'list.mp4', () => list('hls.mp4'), 'unreadable'],
  ['a list of files', 'list.mkv', () => list('concat.mkv'), 'unreadable'],
  ['a file of 10,000 tracks', 'many.mp4', async () => mp4WithTracks(10_000), 'tooManyTracks'],
  ['a video of no seconds', 'none.mp4', async () => mp4WithTracks(1), 'empty'],
  ['a picture above 8K', 'large.mkv', async () => readFile(await source('large.mkv')), 'tooLarge'],
  ['a file without a picture', 'audio.mp4', async () => readFile(await source('audio-only.mp4')), 'noVideo'],
] as const)('%s fails at its first attempt with a reason', async (_what, name, bytes, failure) => {
  const owner = await server.member()
  const id = await storeUpload(server, owner, await fileOf(name, await bytes()))
  expect(await waitUntilProcessed(owner, id)).toMatchObject({ state: 'failed', failure, thumbnailUrl: null })
  expect((await logsOf(server)).at(-1)).toEqual({
    level: 'warn',
    message: expect.stringContaining(`A video could not be processed: ${failure}`),
  })
  await expect.poll(() => countJobs(server.database.db)).toEqual([])
  expect((await owner.send('DELETE', `/api/creator/videos/${id}`)).status).toBe(200)
  await expect.poll(() => filesOnDisk(server)).toEqual([])
})

test('an AVI that is cut off is played up to there', async () => {
  const owner = await server.member()
  const video = await waitUntilProcessed(
    owner,
    await storeUpload(server, owner, await fileOf('cut.avi', await half('avi'))),
  )
  expect(video.state).toBe('ready')
  expect(video.sources.qualities.map(({ height }) => height)).toEqual([180, null])
})

test('a video whose sound cannot be decoded plays without it, and says so to its creator alone', async () => {
  const bytes = withSampleEntry(await readFile(await source('private.mp4')), 'mp4a', 'apac')
  const owner = await server.member()
  const columns = { isPublished: true, publishedAt: new Date() }
  const id = await storeUpload(server, owner, await fileOf('phone.mp4', bytes), columns)
  const video = await waitUntilProcessed(owner, id)
  expect(video).toMatchObject({ state: 'ready', failure: null, notice: 'unreadableAudio' })
  expect(video.sources.qualities.map(({ height }) => height)).toEqual([180])
  expect(await getVideo(server.client(), id)).toMatchObject({ state: 'ready', notice: null })
})

test('a Matroska whose header claims another size has the size of its frames', async () => {
  const bytes = await readFile(await source('varying.mkv'))
  bytes.writeUInt16BE(0x7fff, bytes.indexOf(Buffer.from([0xb0, 0x82, 0x01, 0x40])) + 2)
  const owner = await server.member()
  const video = await waitUntilProcessed(
    owner,
    await storeUpload(server, owner, await fileOf('lie.mkv', bytes)),
  )
  expect(video).toMatchObject({ state: 'ready', height: 180 })
})

/** Stores a video in an app whose jobs the test runs itself. */
async function storeUnprocessed(): Promise<{ owner: TestClient; videoId: string }> {
  const owner = await withoutJobs.member()
  return { owner, videoId: await storeUpload(withoutJobs, owner, await source('mp4')) }
}

test('a crash is repeated, and fails the video after the last attempt with an error of the server', async () => {
  const { owner, videoId } = await storeUnprocessed()
  const crash = () => {
    throw new TranscodeError('crashed', 'ended with SIGSEGV')
  }
  const handler = prepareVideoHandler(await openProcessing(withoutJobs, crash))
  await expect(attempt(handler, { videoId })).rejects.toThrow('SIGSEGV')
  expect(await getVideo(owner, videoId)).toMatchObject({ state: 'processing' })
  await attempt(handler, { videoId }, true)
  expect(await getVideo(owner, videoId)).toMatchObject({
    state: 'failed',
    failure: 'internal',
    progress: null,
  })
  expect((await logsOf(withoutJobs)).at(-1)?.level).toBe('error')
})

test('on a full disk nothing is made of a video, before the database has no room', async () => {
  const { owner, videoId } = await storeUnprocessed()
  const full = await openProcessing(withoutJobs, undefined, {
    startFreeBytes: Number.MAX_SAFE_INTEGER,
    stopFreeBytes: 0,
  })
  await expect(attempt(prepareVideoHandler(full), { videoId })).rejects.toThrow('too little room')
  expect(full.transcoder.done).toEqual([])
  await attempt(prepareVideoHandler(await openProcessing(withoutJobs)), { videoId })
  expect(await getVideo(owner, videoId)).toMatchObject({ state: 'ready' })
})

test('a video whose encoding fills the disk is given up for now, before the database has no room', async () => {
  const owner = await withoutJobs.member()
  const disk = { startFreeBytes: 0, stopFreeBytes: 0 }
  const fill = () => void (disk.stopFreeBytes = Number.MAX_SAFE_INTEGER)
  const dependencies = await openProcessing(withoutJobs, fill, disk)
  // It takes some seconds.
  const videoId = await storeUpload(withoutJobs, owner, await source('4k.mkv'))
  const encoding = attempt(firstQuality(dependencies), { videoId, qualities: ['1080p'] })
  await expect(encoding).rejects.toThrow('too little room')
  const { state, sources } = await getVideo(owner, videoId)
  expect([state, sources.files]).toEqual(['processing', []])
})

test('a video that cannot be copied is encoded by a job of its own, so that others need not wait to be prepared', async () => {
  const owner = await withoutJobs.member()
  const tasks: string[] = []
  const dependencies = await openProcessing(withoutJobs, ({ type }) => void tasks.push(type))
  const videoId = await storeUpload(withoutJobs, owner, await source('avi'))
  await attempt(prepareVideoHandler(dependencies), { videoId })
  expect(tasks).not.toContain('rendition')
  expect(await getVideo(owner, videoId)).toMatchObject({ state: 'processing', progress: expect.any(Number) })
  const waiting = (await countJobs(withoutJobs.database.db)).map(({ task }) => task)
  expect(waiting).toContain(ENCODE_JOBS.first.short.name)
  await attempt(firstQuality(dependencies), { videoId, qualities: ['180p', 'audio'] })
  expect(await getVideo(owner, videoId)).toMatchObject({ state: 'ready', progress: expect.any(Number) })
  expect(tasks).toContain('rendition')
})

/** Returns the names of the waiting jobs of a video, without the node. */
async function waitingJobsOf(videoId: string): Promise<string[]> {
  const { rows } = await withoutJobs.database.pool.query<{ name: string }>(
    `select split_part(task_identifier, '@', 1) as name from graphile_worker.jobs where key like '%' || $1`,
    [videoId],
  )
  return rows.map(({ name }) => name)
}

/** Returns the payloads of the waiting encodings of a video. */
async function payloadsOf(videoId: string): Promise<object[]> {
  const { rows } = await withoutJobs.database.pool.query<{ payload: object }>(
    `select payload from graphile_worker._private_jobs where key like '%' || $1 and payload::jsonb ? 'qualities'`,
    [videoId],
  )
  return rows.map(({ payload }) => payload)
}

/** Fails tasks of this type as if they had taken too long. */
async function openSlow(type: string): Promise<ProcessingDependencies> {
  return openProcessing(withoutJobs, (task) => {
    if (task.type === type) throw new TranscodeError('timeout', 'too long')
  })
}

test('a video that takes long to read is prepared in a queue of its own, and others need not wait for it', async () => {
  const { owner, videoId } = await storeUnprocessed()
  await attempt(prepareVideoHandler(await openSlow('remux')), { videoId })
  expect(await getVideo(owner, videoId)).toMatchObject({ state: 'processing' })
  expect(await waitingJobsOf(videoId)).toContain(prepareSlowVideoJob.name)
  await attempt(prepareSlowVideoHandler(await openProcessing(withoutJobs)), { videoId })
  expect(await getVideo(owner, videoId)).toMatchObject({ state: 'ready' })
})

test('an encoding that takes too long for its duration class begins again in the next one, also of a ready video', async () => {
  const { videoId } = await storeUnprocessed()
  const dependencies = await openSlow('rendition')
  const payload = { videoId, qualities: ['180p'] }
  for (const [encode, kind] of [[firstQuality, 'first'] as const, [nextQuality, 'next'] as const]) {
    await attempt(encode(dependencies), payload)
    expect(await waitingJobsOf(videoId)).toContain(ENCODE_JOBS[kind].medium.name)
    await attempt(encode(dependencies, 'medium'), payload)
    expect(await waitingJobsOf(videoId)).toContain(ENCODE_JOBS[kind].long.name)
  }
})

test('after an encoding that took too long, the next qualities of the video begin in its class', async () => {
  const { videoId } = await storeUnprocessed()
  const payload = { videoId, qualities: ['audio', '180p'] }
  await attempt(nextQuality(await openSlow('rendition')), payload)
  const [moved] = await payloadsOf(videoId)
  expect(moved).toEqual({ ...payload, minClass: 'medium' })
  await attempt(nextQuality(await openProcessing(withoutJobs), 'medium'), moved ?? {})
  expect(await waitingJobsOf(videoId)).toContain(ENCODE_JOBS.next.medium.name)
  expect(await payloadsOf(videoId)).toEqual([{ videoId, qualities: ['180p'], minClass: 'medium' }])
})

test('each duration class has queues of its own, and is chosen by what an encoding costs', () => {
  const jobs = Object.values(ENCODE_JOBS).flatMap((byDurationClass) => Object.values(byDurationClass))
  expect(new Set(jobs.map(({ queue }) => queue?.name)).size).toBe(6)
  const clip = { width: 1920, height: 1080, duration: 12 }
  expect(['audio', '240p', '480p'].map((quality) => durationClassOf(quality, clip))).toEqual([
    'short',
    'short',
    'short',
  ])
  expect(durationClassOf('1080p', { ...clip, duration: 120 })).toBe('medium')
  expect(durationClassOf('240p', { ...clip, duration: 12 * 3600 })).toBe('long')
  expect(durationClassOf('240p', clip, { frameRate: 300 })).toBe('medium')
  // A rate that a header claims makes no encoding cheaper.
  expect(durationClassOf('240p', { ...clip, duration: 120 }, { frameRate: 0.01 })).toBe('medium')
  expect(durationClassOf('240p', clip, { minClass: 'long' })).toBe('long')
})

test('a video whose first quality cannot be encoded has failed', async () => {
  const owner = await withoutJobs.member()
  const dependencies = await openProcessing(withoutJobs, () => {
    throw new TranscodeError('timeout', 'too long')
  })
  const videoId = await storeUpload(withoutJobs, owner, await source('avi'))
  await attempt(firstQuality(dependencies, 'long'), { videoId, qualities: ['180p', 'audio'] })
  expect(await getVideo(owner, videoId)).toMatchObject({ state: 'failed', failure: 'tooCostly' })
})

test('a video stays ready without the qualities and the poster that cannot be made', async () => {
  const { owner, videoId } = await storeUnprocessed()
  const refuse = ({ type }: { type: string }) => {
    if (type === 'rendition' || type === 'frames') throw new TranscodeError('timeout', 'too long')
  }
  const dependencies = await openProcessing(withoutJobs, refuse)
  await attempt(prepareVideoHandler(dependencies), { videoId })
  expect(await getVideo(owner, videoId)).toMatchObject({ state: 'ready', progress: expect.any(Number) })
  for (const qualities of [['audio', '180p'], ['180p']])
    await attempt(nextQuality(dependencies, 'long'), { videoId, qualities })
  await attempt(makePicturesHandler(dependencies), { videoId })
  const { sources, ...video } = await getVideo(owner, videoId)
  expect(video).toMatchObject({ state: 'ready', progress: null, failure: null, thumbnailUrl: null })
  expect([sources.qualities, sources.files.length]).toEqual([[], 1])
  expect((await logsOf(withoutJobs)).at(-1)).toEqual({
    level: 'warn',
    message: expect.stringContaining('The quality 180p of a video could not be encoded'),
  })
})

test('the jobs of a video that was deleted or has failed do nothing', async () => {
  const { owner, videoId } = await storeUnprocessed()
  await owner.send('DELETE', `/api/creator/videos/${videoId}`)
  const tasks: string[] = []
  const dependencies = await openProcessing(withoutJobs, ({ type }) => void tasks.push(type))
  await attempt(prepareVideoHandler(dependencies), prepareVideoJob.payload.parse({ videoId }))
  const qualities = ENCODE_JOBS.next.short.payload.parse({ videoId, qualities: ['480p'] })
  await attempt(nextQuality(dependencies), qualities)
  expect(tasks).toEqual([])
})
