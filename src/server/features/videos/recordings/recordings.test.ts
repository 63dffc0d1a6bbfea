import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { stream as streamSchema } from '#shared/live/streams.ts'
import { systemLogs } from '#server/logs/schema.ts'
import type { Peers } from '#server/live-engine/testing/peers.ts'
import { FULL_DISK } from '#server/testing/disks.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { type LiveTestApp, startLiveApp } from '#server/testing/test-live-app.ts'
import {
  RECORDED,
  createDataDir,
  foldersOf,
  rowsOf,
  setLive,
  signIn,
  startForTest,
  videosOf,
} from './testing/recorded-streams.ts'

let server: LiveTestApp
let peers: Peers
beforeAll(async () => {
  server = await startLiveApp()
  peers = server.peers
})
afterAll(() => server.close())

/** Waits until the engine has recorded about so many seconds, estimated from its packet count. */
async function waitForRecorded(app: TestApp, streamId: string, seconds: number): Promise<void> {
  const packets = async () => {
    const { streams } = await app.app.context.engine.stats()
    const found = streams.find((each) => each.streamId === streamId)
    return found?.isRecording ? found.packetsIn : 0
  }
  await expect.poll(packets).toBeGreaterThan(0)
  const target = (await packets()) + seconds * 200
  await expect.poll(packets).toBeGreaterThan(target)
}

test('a recorded broadcast becomes a draft video, and the creator’s pages are notified', async () => {
  const owner = await server.member()
  const inbox = await owner.openSocket()
  const { id } = await owner.createStream({
    title: 'Sunday rehearsal',
    description: 'Second movement',
    category: 'Caribbean Vibes',
    settings: RECORDED,
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
  expect(await rowsOf(server)).toEqual([])
  await expect.poll(() => foldersOf(server)).toEqual([])
  inbox.close()
  await peers.close('rehearsal')
})

test('pausing the recording while live results in one video, as private as the stream', async () => {
  const owner = await server.member()
  const { id } = await owner.createStream({
    settings: { ...RECORDED, isPublic: false, recordStream: false },
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

test('a broadcast without media leaves nothing behind', async () => {
  const owner = await server.member()
  const { id } = await owner.createStream({ settings: RECORDED })
  await setLive(owner, id)
  await expect.poll(() => rowsOf(server)).toHaveLength(1)
  await setLive(owner, id, false)
  await expect.poll(() => rowsOf(server)).toEqual([])
  await expect.poll(() => foldersOf(server)).toEqual([])
  expect(await videosOf(owner)).toEqual([])
})

test('a video that is deleted while its file is assembled stays deleted', async () => {
  const owner = await server.member()
  const inbox = await owner.openSocket()
  const { id } = await owner.createStream({ settings: RECORDED })
  await setLive(owner, id)
  await peers.publish(id, 'regretted')
  await waitForRecorded(server, id, 1.5)
  await setLive(owner, id, false)
  const { videoId } = await inbox.waitFor('video_changed')
  expect((await owner.send('DELETE', `/api/creator/videos/${videoId}`)).status).toBe(200)
  await expect.poll(() => foldersOf(server)).toEqual([])
  expect(await videosOf(owner)).toEqual([])
  expect(await rowsOf(server)).toEqual([])
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
  const { id } = await owner.createStream({ title: 'Deleted', settings: RECORDED })
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
  await expect.poll(() => foldersOf(server)).toEqual([])
  expect(await rowsOf(server)).toEqual([])
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
    const { id } = await owner.createStream({ settings: RECORDED })
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
  expect(await readdir(stored)).toContain(`${deleted?.videoId}-original.webm`)
  expect((await owner.send('DELETE', `/api/streams/${deleted?.id}?recording=true`)).status).toBe(200)
  // The other video may still be processed.
  await inbox.waitFor('video_changed', ({ videoId }) => videoId === deleted?.videoId)
  await expect.poll(() => readdir(stored)).not.toContain(`${deleted?.videoId}-original.webm`)
  expect((await owner.get(deleted?.videoUrl ?? '')).status).toBe(404)
  expect((await owner.get(other?.videoUrl ?? '')).status).toBe(200)
  inbox.close()
})

test('a recording continues after a restart of the server', async () => {
  const env = await createDataDir()
  const first = await startForTest(startLiveApp, { env })
  const owner = await first.member()
  const { id } = await owner.createStream({ settings: RECORDED })
  await setLive(owner, id)
  await first.peers.publish(id, 'before')
  await waitForRecorded(first, id, 1.5)
  await first.stop()
  const before = await rowsOf(first)

  const { nodeId } = first.app.context
  const second = await startForTest(startLiveApp, { env, nodeId, database: first.database })
  const client = await signIn(second, owner)
  await second.peers.publish(id, 'after')
  await waitForRecorded(second, id, 1.5)
  expect(await rowsOf(second)).toEqual(before)
  await setLive(client, id, false)
  await expect.poll(async () => (await videosOf(client))[0]?.state).toBe('ready')
  const [video] = await videosOf(client)
  expect(video?.duration).toBeGreaterThan(3)
})

test('without enough disk space nothing is recorded, which is logged', async () => {
  const fullDiskApp = await startTestApp({ withEngine: true, env: FULL_DISK })
  onTestFinished(() => fullDiskApp.close())
  const owner = await fullDiskApp.member()
  const { id } = await owner.createStream({ settings: RECORDED })
  const logs = async () => {
    const found = await fullDiskApp.database.db.select().from(systemLogs)
    return found.filter(({ category }) => category === 'recordings')
  }
  await setLive(owner, id)
  await expect.poll(logs).toHaveLength(1)
  expect(await rowsOf(fullDiskApp)).toEqual([])

  // Logged once per broadcast, not at each change of the stream.
  for (const title of ['One', 'Two', 'Three']) await owner.put(`/api/streams/${id}`, { title })
  await setLive(owner, id, false)
  const secondBroadcast = streamSchema.parse((await setLive(owner, id)).body)
  const ofSecond = async () =>
    (await logs()).filter(({ createdAt }) => createdAt > new Date(secondBroadcast.startedAt ?? 0))
  await expect.poll(ofSecond).toHaveLength(1)
  expect(await logs()).toHaveLength(2)
})
