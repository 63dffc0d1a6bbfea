import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Notification, listNotifications } from '#shared/notifications/notifications.ts'
import { recordPublication } from '#server/features/videos/videos/publication.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { videos } from '#server/features/videos/videos/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { publicationJobHandler } from './publication-job.ts'
import { notifications } from '#server/features/notifications/notifications/schema.ts'

const HOUR_MS = 60 * 60 * 1000

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const follow = (follower: TestClient, followed: TestClient) =>
  follower.post(`/api/users/${followed.user.id}/follow`, { following: true })

/** Publishes a video as its first publication does. */
async function publish(creator: TestClient, columns: Parameters<typeof storeVideo>[2] = {}): Promise<string> {
  const { db } = server.database
  const id = await storeVideo(db, creator.user.id, { isPublished: true, publishedAt: null, ...columns })
  await db.transaction((tx) => recordPublication(server.app.context, tx, id))
  return id
}

/** Runs the job of a creator again, as after a killed process. */
const runJob = (creator: TestClient) =>
  publicationJobHandler(server.app.context).run(
    { creatorId: creator.user.id },
    { signal: new AbortController().signal, isLastAttempt: false },
  )

async function activityOf(client: TestClient): Promise<Notification[]> {
  const { body } = await client.get('/api/notifications')
  return listNotifications.response.parse(body).filter(({ type }) => type === 'video')
}

/** Makes all publications and notifications an hour older. */
async function passAnHour(creator: TestClient): Promise<void> {
  const { db } = server.database
  const rows = await db.select().from(videos).where(eq(videos.creatorId, creator.user.id))
  for (const { id, publishedAt } of rows) {
    const earlier = (time: Date | null) => time && new Date(time.getTime() - HOUR_MS - 1000)
    await db
      .update(videos)
      .set({ publishedAt: earlier(publishedAt) })
      .where(eq(videos.id, id))
    const told = await db.select().from(notifications).where(eq(notifications.subjectId, id))
    for (const { id: toldId, lastAt } of told)
      await db
        .update(notifications)
        .set({ lastAt: earlier(lastAt) ?? lastAt })
        .where(eq(notifications.id, toldId))
  }
}

test('followers hear at once of the first publication of a video, others do not', async () => {
  const [creator, follower, stranger] = [await server.member(), await server.member(), await server.member()]
  await follow(follower, creator)
  const socket = await follower.openSocket()
  const id = await publish(creator, { title: 'Highlife history' })
  expect((await socket.waitFor('notification')).data).toMatchObject({
    type: 'video',
    actors: [{ id: creator.user.id }],
    video: { id, title: 'Highlife history' },
    videosCount: 1,
  })
  await runJob(creator)
  expect(await activityOf(follower)).toHaveLength(1)
  expect(await activityOf(stranger)).toEqual([])
  socket.close()
})

test('nobody is notified of a hidden video, and its title is not shown after it becomes private', async () => {
  const [creator, follower] = [await server.member(), await server.member()]
  await follow(follower, creator)
  for (const columns of [{ isPublished: false }, { isPublic: false }, { state: 'processing' as const }])
    await publish(creator, columns)
  const id = await publish(creator)
  await vi.waitFor(async () =>
    expect(await activityOf(follower)).toMatchObject([{ video: { id }, videosCount: 1 }]),
  )
  await server.database.db.update(videos).set({ isPublic: false }).where(eq(videos.id, id))
  expect(await activityOf(follower)).toMatchObject([{ video: { id, title: null } }])
})

test('followers are notified of all videos of an hour together, when it is over', async () => {
  const [creator, follower] = [await server.member(), await server.member()]
  await follow(follower, creator)
  const first = await publish(creator)
  await vi.waitFor(async () => expect(await activityOf(follower)).toHaveLength(1))
  await follower.post('/api/notifications/read', {})
  const [, latest] = [await publish(creator), await publish(creator)]
  await runJob(creator)
  expect(await activityOf(follower)).toMatchObject([{ video: { id: first } }])
  await passAnHour(creator)
  await runJob(creator)
  await runJob(creator)
  expect(await activityOf(follower)).toMatchObject([
    { video: { id: latest }, videosCount: 2, isRead: false },
    { video: { id: first }, videosCount: 1, isRead: true },
  ])
})

test('later videos join a notification that is unread', async () => {
  const [creator, follower] = [await server.member(), await server.member()]
  await follow(follower, creator)
  await publish(creator)
  await vi.waitFor(async () => expect(await activityOf(follower)).toHaveLength(1))
  await passAnHour(creator)
  const latest = await publish(creator)
  await vi.waitFor(async () =>
    expect(await activityOf(follower)).toMatchObject([{ video: { id: latest }, videosCount: 2 }]),
  )
})

test('a follower who has disabled the kind is not notified', async () => {
  const [creator, follower, other] = [await server.member(), await server.member(), await server.member()]
  for (const each of [follower, other]) await follow(each, creator)
  await follower.put('/api/auth/preferences', { notifications: { video: false } })
  await publish(creator)
  await vi.waitFor(async () => expect(await activityOf(other)).toHaveLength(1))
  expect(await activityOf(follower)).toEqual([])
})

test('a deleted video takes its notifications with it', async () => {
  const [creator, follower] = [await server.member(), await server.member()]
  await follow(follower, creator)
  const id = await publish(creator)
  await vi.waitFor(async () => expect(await activityOf(follower)).toHaveLength(1))
  const socket = await follower.openSocket()
  expect((await creator.send('DELETE', `/api/creator/videos/${id}`)).status).toBe(200)
  expect(await socket.waitFor('notifications_withdrawn')).toMatchObject({ unreadCount: 0 })
  expect(await activityOf(follower)).toEqual([])
  socket.close()
})

test('a notification of several videos stays while one of them does, without the deleted ones', async () => {
  const [creator, follower] = [await server.member(), await server.member()]
  await follow(follower, creator)
  const first = await publish(creator)
  await vi.waitFor(async () => expect(await activityOf(follower)).toHaveLength(1))
  await passAnHour(creator)
  const latest = await publish(creator)
  const expectOne = (expected: object) =>
    vi.waitFor(async () => expect(await activityOf(follower)).toMatchObject([expected]))
  await expectOne({ video: { id: latest }, videosCount: 2 })
  expect((await creator.send('DELETE', `/api/creator/videos/${latest}`)).status).toBe(200)
  await expectOne({ video: { id: first }, videosCount: 1, isRead: false })
  expect((await creator.send('DELETE', `/api/creator/videos/${first}`)).status).toBe(200)
  expect(await activityOf(follower)).toEqual([])
})
