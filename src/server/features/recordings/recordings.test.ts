import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { stream as streamSchema } from '#shared/streams.ts'
import { listCreatorVideos } from '#shared/videos.ts'
import { systemLogs } from '#server/features/analytics/schema.ts'
import { streams } from '#server/features/streams/schema.ts'
import type { Peers } from '#server/live-engine/testing/peers.ts'
import { type TestApp, type TestOptions, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { type LiveTestApp, startLiveApp } from '#server/testing/test-live-app.ts'
import { createDraft } from './publish-recording.ts'
import { deleteRecording, findRecordedStream, insertRecording } from './queries.ts'
import { recordings } from './schema.ts'

let server: LiveTestApp
let peers: Peers
beforeAll(async () => {
  server = await startLiveApp()
  peers = server.peers
})
afterAll(() => server.close())

const recordedSettings = { isPublic: true, allowChat: true, recordStream: true }
const videosOf = async (client: TestClient) =>
  listCreatorVideos.response.parse((await client.get('/api/creator/videos')).body)
/** More than any disk has free. */
const FULL_DISK = { RECORDINGS_MIN_FREE_MB: '1000000000' }
const setLive = (client: TestClient, id: string, isLive = true) =>
  client.put(`/api/streams/${id}`, { isLive })
const rows = (app: TestApp) => app.database.db.select().from(recordings)
const folderOf = (app: TestApp) => path.join(app.app.context.config.dataDir, 'recordings')

/** Waits until the engine has recorded about so many seconds, estimated from its packet count. */
async function waitForRecorded(app: TestApp, streamId: string, seconds: number): Promise<void> {
  const packets = async () => {
    const { streams } = await app.app.context.engine.stats()
    const found = streams.find((each) => each.streamId === streamId)
    return found?.isRecording ? found.packetsIn : 0
  }
  await expect.poll(packets, { timeout: 20_000 }).toBeGreaterThan(0)
  const target = (await packets()) + seconds * 200
  await expect.poll(packets, { timeout: 20_000 }).toBeGreaterThan(target)
}

test('a recorded broadcast becomes a draft video, and the creator’s pages are notified', async () => {
  const owner = await server.member()
  const inbox = await owner.openSocket()
  const { id } = await owner.createStream({
    title: 'Sunday rehearsal',
    description: 'Second movement',
    category: 'Caribbean Vibes',
    settings: recordedSettings,
  })
  await setLive(owner, id)
  await peers.publish(id, 'rehearsal')
  await waitForRecorded(server, id, 2)
  expect(await videosOf(owner)).toEqual([])
  await setLive(owner, id, false)
  const { videoId } = await inbox.waitFor('video_changed')
  await expect.poll(async () => (await videosOf(owner))[0]?.state).toBe('ready')
  const [video] = await videosOf(owner)
  expect(video).toMatchObject({
    id: videoId,
    title: 'Sunday rehearsal',
    description: 'Second movement',
    category: 'Music',
    isPublished: false,
    isPublic: true,
    mimeType: 'video/webm',
    width: 320,
    streamId: id,
    viewer: { isOwner: true },
  })
  expect(video?.duration).toBeGreaterThan(1.5)
  await inbox.waitFor('video_changed')

  const { status, headers, body } = await owner.get(video?.videoUrl ?? '')
  expect([status, headers.get('content-type')]).toEqual([200, 'video/webm'])
  expect(Number(headers.get('content-length'))).toBe(video?.fileSize)
  expect(String(body).length).toBeGreaterThan(1000)
  expect(await rows(server)).toEqual([])
  await expect.poll(() => readdir(folderOf(server))).toEqual([])
  inbox.close()
  await peers.close('rehearsal')
})

test('pausing the recording while live results in one video, as private as the stream', async () => {
  const owner = await server.member()
  const { id } = await owner.createStream({
    settings: { ...recordedSettings, isPublic: false, recordStream: false },
  })
  await setLive(owner, id)
  await peers.publish(id, 'switched')
  const record = (recordStream: boolean) => owner.put(`/api/streams/${id}`, { settings: { recordStream } })
  const isRecording = async () => {
    const { streams } = await server.app.context.engine.stats()
    return streams.find((each) => each.streamId === id)?.isRecording
  }
  for (let round = 0; round < 2; round++) {
    await record(true)
    await waitForRecorded(server, id, 1)
    await record(false)
    await expect.poll(isRecording).toBe(false)
  }
  await setLive(owner, id, false)
  await expect.poll(async () => (await videosOf(owner)).map(({ state }) => state)).toEqual(['ready'])
  expect(await videosOf(owner)).toEqual([expect.objectContaining({ isPublished: false, isPublic: false })])
  await peers.close('switched')
})

test('only one of two concurrent calls creates the draft', async () => {
  const owner = await server.member()
  const { id } = await owner.createStream()
  const { db } = server.database
  const recording = await insertRecording(db, id, new Date())
  onTestFinished(() => deleteRecording(db, recording.id))
  const stream = await findRecordedStream(db, id)
  if (!stream) throw new Error('there is no stream')
  const open = () => createDraft(server.app.context, recording, stream)
  const opened = await Promise.all([open(), open()])
  const videoIds = (await videosOf(owner)).map((video) => video.id)
  expect(opened.filter((videoId) => videoId !== null)).toEqual(videoIds)
  expect(videoIds).toHaveLength(1)
})

test('a broadcast without media leaves nothing behind', async () => {
  const owner = await server.member()
  const { id } = await owner.createStream({ settings: recordedSettings })
  await setLive(owner, id)
  await expect.poll(() => rows(server)).toHaveLength(1)
  await setLive(owner, id, false)
  await expect.poll(() => rows(server)).toEqual([])
  await expect.poll(() => readdir(folderOf(server))).toEqual([])
  expect(await videosOf(owner)).toEqual([])
})

test('a video that is deleted while its file is assembled stays deleted', async () => {
  const owner = await server.member()
  const inbox = await owner.openSocket()
  const { id } = await owner.createStream({ settings: recordedSettings })
  await setLive(owner, id)
  await peers.publish(id, 'regretted')
  await waitForRecorded(server, id, 1.5)
  await setLive(owner, id, false)
  const { videoId } = await inbox.waitFor('video_changed')
  expect((await owner.send('DELETE', `/api/creator/videos/${videoId}`)).status).toBe(200)
  await expect.poll(() => readdir(folderOf(server))).toEqual([])
  expect(await videosOf(owner)).toEqual([])
  expect(await rows(server)).toEqual([])
  const stored = await readdir(path.join(server.app.context.config.dataDir, 'files', 'videos')).catch(
    () => [],
  )
  expect(stored).not.toContain(`${videoId}.webm`)
  inbox.close()
  await peers.close('regretted')
})

test.each([
  ['becomes a video without chat by default', '', 'ready'],
  ['is deleted with it on request', '?recording=true', undefined],
])('the recording of a stream that is deleted after its end %s', async (_, query, state) => {
  const owner = await server.member()
  const { id } = await owner.createStream({ title: 'Deleted', settings: recordedSettings })
  await setLive(owner, id)
  const peer = `recorded and deleted ${query}`
  await peers.publish(id, peer)
  await owner.post('/api/chat/send', { streamId: id, message: 'Said while it was recorded' })
  await waitForRecorded(server, id, 1.5)
  expect((await owner.send('DELETE', `/api/streams/${id}${query}`)).status).toBe(409)
  await setLive(owner, id, false)
  // Immediately: the draft may not exist yet, and its file is not assembled.
  expect(await owner.send('DELETE', `/api/streams/${id}${query}`)).toMatchObject({
    status: 200,
    body: { deleted: true },
  })
  await expect.poll(async () => (await videosOf(owner))[0]?.state).toBe(state)
  await expect.poll(() => readdir(folderOf(server))).toEqual([])
  expect(await rows(server)).toEqual([])
  const [video] = await videosOf(owner)
  if (state) {
    expect(video).toMatchObject({ title: 'Deleted', streamId: null })
    expect((await owner.get(video?.videoUrl ?? '')).status).toBe(200)
    expect((await owner.get(`/api/videos/${video?.id ?? ''}/chat`)).body).toEqual([])
  } else expect(video).toBeUndefined()
  await peers.close(peer)
})

test('deleting a stream deletes its recording with its files, but no other stream’s', async () => {
  const owner = await server.member()
  const created: { id: string; videoId: string; videoUrl: string }[] = []
  for (const name of ['of the deleted stream', 'of another']) {
    const { id } = await owner.createStream({ settings: recordedSettings })
    await setLive(owner, id)
    await peers.publish(id, name)
    await waitForRecorded(server, id, 1.5)
    await setLive(owner, id, false)
    await peers.close(name)
    const ready = async () =>
      (await videosOf(owner)).find((each) => each.streamId === id && each.state === 'ready')
    await expect.poll(ready).toBeDefined()
    const video = await ready()
    created.push({ id, videoId: video?.id ?? '', videoUrl: video?.videoUrl ?? '' })
  }
  const [deleted, other] = created
  const inbox = await owner.openSocket()
  const stored = path.join(server.app.context.config.dataDir, 'files', 'videos')
  expect(await readdir(stored)).toContain(`${deleted?.videoId}.webm`)
  expect((await owner.send('DELETE', `/api/streams/${deleted?.id}?recording=true`)).status).toBe(200)
  expect(await inbox.waitFor('video_changed')).toMatchObject({ videoId: deleted?.videoId })
  expect(await readdir(stored)).not.toContain(`${deleted?.videoId}.webm`)
  expect((await owner.get(deleted?.videoUrl ?? '')).status).toBe(404)
  expect((await owner.get(other?.videoUrl ?? '')).status).toBe(200)
  inbox.close()
})

/** Stops a server while it records. Returns the state and a function that starts another server on it. */
async function stopWhileRecording() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recorded-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const env = { DATA_DIR: dataDir }
  const first = await startLiveApp({ env })
  const owner = await first.member()
  const { id } = await owner.createStream({ settings: recordedSettings })
  await setLive(owner, id)
  await first.peers.publish(id, 'before')
  await waitForRecorded(first, id, 1.5)
  await first.stop()
  const startAgain = async <App extends TestApp>(
    start: (options: TestOptions) => Promise<App>,
    more: Record<string, string> = {},
  ) => {
    const server = await start({ env: { ...env, ...more }, database: first.database })
    onTestFinished(() => server.close())
    const client = server.client()
    await client.post('/api/auth/login', { email: owner.user.email, password: passwordOf(owner) })
    return { server, client }
  }
  return { id, first, startAgain }
}

test('a recording continues after a restart of the server', { timeout: 90_000 }, async () => {
  const { id, first, startAgain } = await stopWhileRecording()
  const before = await rows(first)
  const { server: second, client } = await startAgain(startLiveApp)
  await second.peers.publish(id, 'after')
  await waitForRecorded(second, id, 1.5)
  expect(await rows(second)).toEqual(before)
  await setLive(client, id, false)
  await expect.poll(async () => (await videosOf(client))[0]?.state, { timeout: 30_000 }).toBe('ready')
  const [video] = await videosOf(client)
  expect(video?.duration).toBeGreaterThan(3)
})

test.each([
  ['is assembled', false],
  ['of a stream that was deleted meanwhile is assembled', true],
])(
  'a video that was not assembled when the server stopped %s at its next start',
  { timeout: 90_000 },
  async (_, isDeleted) => {
    const { id, first, startAgain } = await stopWhileRecording()
    const { db } = first.database
    // The state of a server that was killed between the end of the broadcast and the assembly.
    await db.update(recordings).set({ state: 'ended', endedAt: new Date() })
    if (isDeleted) {
      const [recording] = await rows(first)
      const stream = await findRecordedStream(db, id)
      if (!recording || !stream) throw new Error('nothing was recorded')
      await createDraft(first.app.context, recording, stream)
      await db.delete(streams).where(eq(streams.id, id))
    }
    const { client } = await startAgain(startTestApp)
    await expect.poll(async () => (await videosOf(client))[0]?.state, { timeout: 30_000 }).toBe('ready')
  },
)

test(
  'a video is not assembled without enough disk space, which is logged, and its deletion frees the disk',
  { timeout: 90_000 },
  async () => {
    const { first, startAgain } = await stopWhileRecording()
    await first.database.db.update(recordings).set({ state: 'ended', endedAt: new Date() })
    const [recording] = await rows(first)
    const { server: fullDiskApp, client } = await startAgain(startTestApp, FULL_DISK)
    await expect.poll(async () => (await videosOf(client))[0]?.state, { timeout: 30_000 }).toBe('failed')
    const parts = await readdir(path.join(folderOf(fullDiskApp), recording?.id ?? ''))
    expect(parts.toSorted()).toEqual([
      expect.stringMatching(/-audio.webm$/),
      expect.stringMatching(/-video.webm$/),
    ])
    const logs = await fullDiskApp.database.db.select({ message: systemLogs.message }).from(systemLogs)
    expect(logs).toContainEqual({ message: expect.stringContaining('too little room on the disk') })

    const [video] = await videosOf(client)
    await client.send('DELETE', `/api/creator/videos/${video?.id ?? ''}`)
    await expect.poll(() => readdir(folderOf(fullDiskApp))).toEqual([])
  },
)

test('without enough disk space nothing is recorded, which is logged', async () => {
  const fullDiskApp = await startTestApp({ withEngine: true, env: FULL_DISK })
  onTestFinished(() => fullDiskApp.close())
  const owner = await fullDiskApp.member()
  const { id } = await owner.createStream({ settings: recordedSettings })
  const logs = async () => {
    const found = await fullDiskApp.database.db.select().from(systemLogs)
    return found.filter(({ category }) => category === 'recordings')
  }
  await setLive(owner, id)
  await expect.poll(logs).toHaveLength(1)
  expect(await rows(fullDiskApp)).toEqual([])

  // Logged once per broadcast, not at each change of the stream.
  for (const title of ['One', 'Two', 'Three']) await owner.put(`/api/streams/${id}`, { title })
  await setLive(owner, id, false)
  const secondBroadcast = streamSchema.parse((await setLive(owner, id)).body)
  const ofSecond = async () =>
    (await logs()).filter(({ createdAt }) => createdAt > new Date(secondBroadcast.startedAt ?? 0))
  await expect.poll(ofSecond).toHaveLength(1)
  expect(await logs()).toHaveLength(2)
})

/** The password that `signUp` sets: it contains the same unique text as the last name. */
function passwordOf({ user }: TestClient): string {
  return `password of ${user.lastName ?? ''}`
}
