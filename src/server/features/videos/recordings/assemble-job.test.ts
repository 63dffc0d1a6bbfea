import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { smallThumbnail } from '#shared/media/image-sizes.ts'
import { systemLogs } from '#server/logs/schema.ts'
import { mediaUploads } from '#server/features/media/media/schema.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { uploadMedia } from '#server/features/media/uploads/test-uploads.ts'
import { deleteFilesJob } from '#server/features/media/media/delete-files-job.ts'
import { videos } from '#server/features/videos/videos/schema.ts'
import { countJobs, rescheduleJob } from '#server/jobs/queries.ts'
import { openLocalStorage } from '#server/storage/local-storage.ts'
import { FULL_DISK } from '#server/testing/disks.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { closeToolAfterTests, source } from '#server/transcoding/testing/test-media.ts'
import { assembleRecordingHandler, assembleRecordingJob } from './assemble-job.ts'
import { endRecording } from './end-recording.ts'
import { recordings } from './schema.ts'
import {
  createDataDir,
  foldersOf,
  processedVideosOf,
  record,
  rowsOf,
  setLive,
  signIn,
  startNode,
  statesOf,
  videosOf,
  writeUnreadablePart,
} from './testing/recorded-streams.ts'

closeToolAfterTests()

const JOBS_OFF = { JOBS: 'off' }

const jobsOf = async ({ database }: TestApp) =>
  (await countJobs(database.db)).filter(({ task }) => task === assembleRecordingJob.name)
const logsOf = ({ database }: TestApp) =>
  database.db.select({ category: systemLogs.category, message: systemLogs.message }).from(systemLogs)

/** Assembles a recording as its job does, without the queue. */
async function assemble(
  { app }: TestApp,
  recordingId: string,
  signal = new AbortController().signal,
): Promise<void> {
  const { context } = app
  const storage = await openLocalStorage(path.join(context.config.dataDir, 'files'))
  const handler = assembleRecordingHandler({ ...context, storage })
  await handler.run({ recordingId }, { signal, isLastAttempt: true })
}

/** Returns the indexes of these recordings in the order in which their jobs run. */
async function orderOf({ database }: TestApp, recordingIds: readonly string[]): Promise<number[]> {
  const { rows } = await database.pool.query<{ key: string }>(
    `select key from graphile_worker.jobs where key like 'recordings.assemble%' order by priority, run_at, id`,
  )
  const indexes = rows.map(({ key }) => recordingIds.indexOf(key.split(' ')[1] ?? ''))
  return indexes.filter((index) => index !== -1)
}

/** Records a stream and ends it. */
async function recordAndEnd(app: TestApp, owner: TestClient) {
  const { id, recording } = await record(app, owner)
  await setLive(owner, id, false)
  await expect
    .poll(() => rowsOf(app))
    .toContainEqual(expect.objectContaining({ id: recording.id, state: 'ended' }))
  return recording.id
}

/** Stores the state of a version without jobs and nodes. */
async function storeAsBeforeNodes({ database: { db } }: TestApp): Promise<void> {
  await db.update(recordings).set({ nodeId: null, videoId: null })
  await db.delete(videos)
  await db.execute(sql`delete from graphile_worker._private_jobs`)
}

test.each<[string, { isDeleted?: true; isFromBefore?: true }]>([
  ['becomes one video', {}],
  ['of a stream that was deleted meanwhile becomes one video', { isDeleted: true }],
  ['from before nodes becomes one video of the first that starts', { isFromBefore: true }],
])('a recording that was ended by an app that was killed then %s', async (_, { isDeleted, isFromBefore }) => {
  const env = await createDataDir()
  const killed = await startNode({ env: { ...env, ...JOBS_OFF } })
  const owner = await killed.member()
  const { id, recording } = await record(killed, owner)
  expect((await setLive(owner, id, false)).status).toBe(200)
  await expect.poll(() => statesOf(owner)).toEqual(['processing'])
  expect(await jobsOf(killed)).toMatchObject([{ waiting: 1 }])
  if (isDeleted) expect((await owner.send('DELETE', `/api/streams/${id}`)).status).toBe(200)
  if (isFromBefore) await storeAsBeforeNodes(killed)
  await killed.stop()

  const { database } = killed
  const nodeId = isFromBefore ? 'the first one' : killed.app.context.nodeId
  const restarted = await startNode({ env, nodeId, database })
  const client = await signIn(restarted, owner)
  await expect.poll(() => statesOf(client)).toEqual(['ready'])
  await expect.poll(() => foldersOf(restarted)).toEqual([])
  const made = await processedVideosOf(client)
  expect(made).toMatchObject([{ mimeType: 'audio/webm', streamId: isDeleted ? null : id }])
  expect((await client.get(made[0]?.videoUrl ?? '')).status).toBe(200)
  await restarted.runJob(assembleRecordingJob, { recordingId: recording.id })
  expect(await videosOf(client)).toEqual(made)
  expect([await rowsOf(restarted), await jobsOf(restarted)]).toEqual([[], []])
})

test('a worker without sockets makes one video in two runs of the job, and the creator’s pages are updated', async () => {
  const app = await startNode({ env: JOBS_OFF })
  const owner = await app.member()
  const inbox = await owner.openSocket()
  const { id, recording } = await record(app, owner)
  await setLive(owner, id, false)
  const { videoId } = await inbox.waitFor('video_changed')
  await assemble(app, recording.id)
  await inbox.waitFor('video_changed', (message) => message.videoId === videoId)
  const made = await videosOf(owner)
  expect(made).toMatchObject([{ id: videoId, state: 'ready' }])
  await assemble(app, recording.id)
  expect(await videosOf(owner)).toEqual(made)
  inbox.close()
})

test('the poster, preview image and qualities of a recording follow', async () => {
  const app = await startNode()
  const owner = await app.member()
  const { id } = await record(app, owner, async (folder) =>
    copyFile(await source('recorded.webm'), path.join(folder, `${Date.now()}-video.webm`)),
  )
  await setLive(owner, id, false)
  await expect.poll(() => statesOf(owner), { interval: 20 }).toEqual(['ready'])
  const [atOnce] = await videosOf(owner)
  expect((await owner.get(atOnce?.videoUrl ?? '')).status).toBe(200)
  const [video] = await processedVideosOf(owner)
  expect(video).toMatchObject({ mimeType: 'video/webm', width: 320, height: 180, duration: atOnce?.duration })
  expect(video?.sources.files.map(({ mimeType }) => mimeType)).toEqual(['video/mp4', 'video/webm'])
  expect(video?.sources.qualities.map(({ height }) => height)).toEqual([180])
  for (const url of [video?.thumbnailUrl, video?.preview?.url, video?.sources.hls])
    expect((await owner.get(url ?? '')).status).toBe(200)
})

test('a recording without a picture gets the thumbnail of its stream', async () => {
  const app = await startNode()
  const owner = await app.member()
  const { id } = await record(app, owner)
  const folder = path.join(app.app.context.config.dataDir, 'files', 'thumbnails')
  await mkdir(folder, { recursive: true })
  const image = sharp({ create: { width: 1280, height: 720, channels: 3, background: '#a00' } })
  await writeFile(path.join(folder, 'one.webp'), await image.webp().toBuffer())
  await app.database.db.update(streams).set({ thumbnailUrl: '/files/thumbnails/one.webp' })
  await setLive(owner, id, false)
  await expect.poll(() => statesOf(owner)).toEqual(['ready'])
  await expect
    .poll(() => processedVideosOf(owner))
    .toMatchObject([{ mimeType: 'audio/webm', preview: null, thumbnailUrl: expect.any(String) }])
  const [video] = await videosOf(owner)
  for (const url of [video?.thumbnailUrl ?? '', smallThumbnail(video?.thumbnailUrl ?? '')])
    expect((await owner.get(url)).headers.get('content-type')).toBe('image/webp')
})

test('a recording that is ended twice at the same time gets one draft and one job', async () => {
  const app = await startNode({ env: JOBS_OFF })
  const owner = await app.member()
  const { recording } = await record(app, owner)
  const end = () =>
    app.database.db.transaction((tx) => endRecording(app.app.context, tx, recording, new Date()))
  await Promise.all([end(), end(), end()])
  expect(await statesOf(owner)).toEqual(['processing'])
  expect(await jobsOf(app)).toMatchObject([{ waiting: 1 }])
})

test('the recordings of a creator who ends many wait for the first ones of others', async () => {
  const app = await startNode({ env: JOBS_OFF })
  const [many, other] = [await app.member(), await app.member()]
  const ended: string[] = []
  for (const owner of [many, many, many, other, other]) ended.push(await recordAndEnd(app, owner))
  expect(await orderOf(app, ended)).toEqual([0, 3, 1, 4, 2])
})

test('a recording that was made a video and then deleted still counts as a turn of its creator', async () => {
  const app = await startNode({ env: JOBS_OFF })
  const [deleting, other] = [await app.member(), await app.member()]
  await assemble(app, await recordAndEnd(app, deleting))
  const [video] = await videosOf(deleting)
  expect((await deleting.send('DELETE', `/api/creator/videos/${video?.id}`)).status).toBe(200)
  const ended = [await recordAndEnd(app, deleting), await recordAndEnd(app, other)]
  expect(await orderOf(app, ended)).toEqual([1, 0])
})

test('the draft of a broadcast of which nothing was recorded is deleted with its uploaded thumbnail', async () => {
  const app = await startNode({ env: JOBS_OFF })
  const owner = await app.member()
  const { id, recording } = await record(app, owner)
  await setLive(owner, id, false)
  await expect.poll(() => statesOf(owner)).toEqual(['processing'])
  const [draft] = await videosOf(owner)
  const image = sharp({ create: { width: 1280, height: 720, channels: 3, background: '#a00' } })
  const { url: thumbnailUrl } = await uploadMedia(owner, await image.png().toBuffer(), 'thumbnail')
  expect((await owner.put(`/api/creator/videos/${draft?.id}`, { thumbnailUrl })).status).toBe(200)
  const { config, db } = app.app.context
  await rm(path.join(config.dataDir, 'recordings', recording.id), { recursive: true })
  await assemble(app, recording.id)
  expect(await videosOf(owner)).toEqual([])
  const rows = await db.select({ status: mediaUploads.status }).from(mediaUploads)
  expect(rows).toEqual([{ status: 'released' }])
  const waiting = (await countJobs(db)).map(({ task }) => task)
  expect(waiting).toContain(deleteFilesJob.name)
})

test('a file that a killed attempt has stored does not outlive its video', async () => {
  const env = await createDataDir()
  const killed = await startNode({ env: { ...env, ...JOBS_OFF } })
  const owner = await killed.member()
  const { id } = await record(killed, owner)
  await setLive(owner, id, false)
  await expect.poll(() => statesOf(owner)).toEqual(['processing'])
  const [draft] = await videosOf(owner)
  const stored = path.join(env.DATA_DIR, 'files', 'videos')
  await mkdir(stored, { recursive: true })
  await writeFile(path.join(stored, `${draft?.id}-original.weba`), 'the assembled file')
  expect((await owner.send('DELETE', `/api/creator/videos/${draft?.id}`)).status).toBe(200)
  await killed.stop()
  await startNode({ env, nodeId: killed.app.context.nodeId, database: killed.database })
  await expect.poll(() => readdir(stored)).toEqual([])
})

test('a job that is stopped is given back, and leaves the recording as it was', async () => {
  const app = await startNode({ env: JOBS_OFF })
  const owner = await app.member()
  const { id, recording } = await record(app, owner)
  await setLive(owner, id, false)
  await expect.poll(() => statesOf(owner)).toEqual(['processing'])
  const stopped = AbortSignal.abort(new Error('the process stops'))
  await expect(assemble(app, recording.id, stopped)).rejects.toThrow('the process stops')
  expect(await statesOf(owner)).toEqual(['processing'])
  expect(await rowsOf(app)).toMatchObject([{ state: 'ended' }])
})

/**
 * Waits until the job has failed once and the app has set its delay of 10 s, which would replace one that is set before;
 * then lets it run for the last time.
 */
async function runLastAttempt({ database: { db } }: TestApp): Promise<void> {
  const waiting = async () => {
    const { rows } = await db.execute<{ id: string; attempts: number; max: number }>(sql`
      select id, attempts, max_attempts as max from graphile_worker.jobs
      where task_identifier like 'recordings.%' and last_error is not null and locked_at is null
        and run_at > updated_at + interval '9 seconds'`)
    return rows
  }
  await expect.poll(waiting).toMatchObject([{ attempts: 1 }])
  for (const { id, max } of await waiting())
    await rescheduleJob(db, { id, attempts: max - 1, delaySeconds: 0 })
}

test('a full disk fails a video after the last attempt, which is logged once, and its deletion frees the disk', async () => {
  const env = await createDataDir()
  const recorder = await startNode({ env: { ...env, ...JOBS_OFF } })
  const owner = await recorder.member()
  const { id, recording } = await record(recorder, owner)
  await setLive(owner, id, false)
  await expect.poll(() => statesOf(owner)).toEqual(['processing'])
  await recorder.stop()

  const { database } = recorder
  const options = { env: { ...env, ...FULL_DISK }, nodeId: recorder.app.context.nodeId, database }
  const failForGood = async (app: TestApp) => {
    await runLastAttempt(app)
    await expect.poll(() => jobsOf(app)).toEqual([])
    expect(await statesOf(await signIn(app, owner))).toEqual(['failed'])
    expect(await rowsOf(app)).toMatchObject([{ state: 'failed' }])
    expect(await foldersOf(app)).toEqual([recording.id])
  }
  const entry = { category: 'recordings', message: expect.stringContaining('too little room on the disk') }
  const first = await startNode(options)
  expect(await statesOf(await signIn(first, owner))).toEqual(['processing'])
  await failForGood(first)
  expect(await logsOf(first)).toEqual([entry])
  await first.stop()

  // Each start gives a failed recording another chance.
  const second = await startNode(options)
  await failForGood(second)
  expect(await logsOf(second)).toEqual([entry, entry])
  const client = await signIn(second, owner)
  const [video] = await videosOf(client)
  await client.send('DELETE', `/api/creator/videos/${video?.id ?? ''}`)
  await expect.poll(() => foldersOf(second)).toEqual([])
  expect(await rowsOf(second)).toEqual([])
})

test('an unreadable recording fails at its first attempt', async () => {
  const app = await startNode()
  const owner = await app.member()
  const { id, recording } = await record(app, owner, writeUnreadablePart)
  await setLive(owner, id, false)
  await expect.poll(() => statesOf(owner)).toEqual(['failed'])
  expect(await logsOf(app)).toEqual([
    { category: 'recordings', message: expect.stringContaining('could not be made a video') },
  ])
  await expect.poll(() => jobsOf(app)).toEqual([])
  expect(await foldersOf(app)).toEqual([recording.id])
})
