import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotifications } from '#shared/notifications/notifications.ts'
import { getStreamRecording } from '#shared/videos/videos.ts'
import { timeOut } from '#server/features/operations/moderation/test-time-out.ts'
import { videos } from '#server/features/videos/videos/schema.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import {
  RECORDED,
  record,
  setLive,
  statesOf,
  videosOf,
  writeParts,
  writeUnreadablePart,
} from './testing/recorded-streams.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const recordingOf = async (client: TestClient, id: string) => {
  const { status, body } = await client.get(`/api/streams/${id}/recording`)
  return status === 200 ? getStreamRecording.response.parse(body).video : status
}
const notificationsOf = async (client: TestClient) =>
  listNotifications.response.parse((await client.get('/api/notifications')).body)

/** Records a broadcast of a stream with these settings; resolves once its video is ready. */
async function broadcast(owner: TestClient, settings: Record<string, boolean>): Promise<string> {
  const { id } = await owner.createStream({ title: 'Sunday', settings: { ...RECORDED, ...settings } })
  await setLive(owner, id)
  await writeParts(server, id)
  await setLive(owner, id, false)
  await expect.poll(() => statesOf(owner)).toEqual(['ready'])
  return id
}

test('a recording with ‘Publish when it ends’ is published once it can be watched, and its creator is notified', async () => {
  const owner = await server.member()
  const inbox = await owner.openSocket()
  const id = await broadcast(owner, { publishRecording: true })
  const [video] = await videosOf(owner)
  expect(video).toMatchObject({ isPublished: true, isPublic: true, streamId: id })
  const visitor = server.client()
  expect(await recordingOf(visitor, id)).toMatchObject({ id: video?.id, viewer: { isOwner: false } })
  expect((await visitor.get(video?.videoUrl ?? '')).status).toBe(200)
  await inbox.waitFor('notification')
  expect(await notificationsOf(owner)).toMatchObject([
    {
      type: 'recording',
      video: { id: video?.id, title: 'Sunday' },
      stream: null,
      actors: [{ id: owner.user.id }],
    },
  ])
  inbox.close()
})

test('the recording of a broadcast that a time-out has ended stays a draft', async () => {
  const owner = await server.member()
  const { id } = await owner.createStream({ settings: { ...RECORDED, publishRecording: true } })
  await setLive(owner, id)
  await writeParts(server, id)
  await timeOut(server, owner)
  await expect.poll(() => statesOf(owner)).toEqual(['ready'])
  expect(await videosOf(owner)).toMatchObject([{ isPublished: false, streamId: id }])
})

test('a recording that is deleted with its stream takes its notifications and its files with it', async () => {
  const owner = await server.member()
  const id = await broadcast(owner, { publishRecording: true })
  const [video] = await videosOf(owner)
  await expect.poll(() => notificationsOf(owner)).toHaveLength(1)
  expect((await owner.get(video?.videoUrl ?? '')).status).toBe(200)
  const inbox = await owner.openSocket()
  expect((await owner.send('DELETE', `/api/streams/${id}?recording=true`)).status).toBe(200)
  expect((await owner.get(video?.videoUrl ?? '')).status).toBe(404)
  expect(await inbox.waitFor('notifications_withdrawn')).toMatchObject({ unreadCount: 0 })
  expect(await notificationsOf(owner)).toEqual([])
  inbox.close()
})

test('without it the recording stays a draft, which its stream shows once it is published', async () => {
  const owner = await server.member()
  const visitor = server.client()
  const id = await broadcast(owner, {})
  const [video] = await videosOf(owner)
  expect(video).toMatchObject({ isPublished: false })
  expect(await recordingOf(visitor, id)).toBe(null)
  expect(await recordingOf(owner, id)).toBe(null)
  expect(await notificationsOf(owner)).toMatchObject([{ type: 'recording', video: { id: video?.id } }])
  await server.database.db.update(videos).set({ isPublished: true })
  expect(await recordingOf(visitor, id)).toMatchObject({ id: video?.id })
})

test('the switch that counts is that of the end of the broadcast', async () => {
  const owner = await server.member()
  const { id } = await record(server, owner)
  const changed = await owner.put(`/api/streams/${id}`, { settings: { publishRecording: true } })
  expect(changed.body).toMatchObject({ settings: { recordStream: true, publishRecording: true } })
  await setLive(owner, id, false)
  await expect.poll(() => statesOf(owner)).toEqual(['ready'])
  expect(await recordingOf(server.client(), id)).toMatchObject({ streamId: id })
})

test('the published recording of a private stream is its creator’s alone', async () => {
  const [owner, other] = [await server.member(), await server.member()]
  const id = await broadcast(owner, { isPublic: false, publishRecording: true })
  expect(await videosOf(owner)).toMatchObject([{ isPublished: true, isPublic: false }])
  expect(await recordingOf(owner, id)).toMatchObject({ viewer: { isOwner: true } })
  expect(await recordingOf(other, id)).toBe(null)
  expect(await recordingOf(server.client(), id)).toBe(404)
})

test('a stream shows its newest published recording that is ready', async () => {
  const owner = await server.member()
  const { id } = await owner.createStream()
  const store = (columns: Partial<typeof videos.$inferInsert>) =>
    storeVideo(server.database.db, owner.user.id, { streamId: id, isPublished: true, ...columns })
  await store({})
  await store({ isPublic: false })
  const newest = await store({})
  await store({ state: 'processing' })
  await store({ isPublished: false })
  for (const client of [server.client(), owner])
    expect(await recordingOf(client, id)).toMatchObject({ id: newest })
})

test('a recording that cannot be assembled tells its creator', async () => {
  const owner = await server.member()
  const { id } = await record(server, owner, writeUnreadablePart)
  await setLive(owner, id, false)
  await expect.poll(() => statesOf(owner)).toEqual(['failed'])
  expect(await notificationsOf(owner)).toMatchObject([{ type: 'recording', video: null, stream: { id } }])
})
