import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotifications } from '#shared/notifications/notifications.ts'
import { video } from '#shared/videos/videos.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { likes } from '#server/features/accounts/reactions/schema.ts'
import { videos } from '#server/features/videos/videos/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let creator: TestClient
let fan: TestClient
beforeAll(async () => {
  server = await startTestApp()
  creator = await server.member()
  fan = await server.member()
})
afterAll(() => server.close())

const publish = (title = 'Kora at dusk') =>
  storeVideo(server.database.db, creator.user.id, { title, isPublished: true })
const like = (client: TestClient, id: string, body?: object) => client.post(`/api/videos/${id}/like`, body)
const read = async (client: TestClient, id: string) =>
  video.parse((await client.get(`/api/videos/${id}`)).body)
const activityOf = async (client: TestClient) =>
  listNotifications.response.parse((await client.get('/api/notifications')).body)

test('a like is counted once, shown to the member who gave it, and the creator is notified', async () => {
  const id = await publish()
  for (const body of [{ liked: true }, { liked: true }])
    expect((await like(fan, id, body)).body).toEqual({ liked: true, likesCount: 1 })
  expect(await read(fan, id)).toMatchObject({ likesCount: 1, viewer: { isLiked: true } })
  expect(await read(creator, id)).toMatchObject({ likesCount: 1, viewer: { isLiked: false } })
  const [notification] = await activityOf(creator)
  expect(notification).toMatchObject({
    type: 'like',
    actors: [{ id: fan.user.id }],
    post: null,
    video: { id, title: 'Kora at dusk' },
  })
})

test('a like without a body toggles, and taking it back withdraws the notification', async () => {
  const id = await publish('Taken back')
  expect((await like(fan, id)).body).toEqual({ liked: true, likesCount: 1 })
  expect((await like(fan, id)).body).toEqual({ liked: false, likesCount: 0 })
  expect((await activityOf(creator)).map((each) => each.video?.id)).not.toContain(id)
})

test('a like reaches the other pages of the member', async () => {
  const id = await publish()
  const socket = await fan.openSocket()
  await like(fan, id, { liked: true })
  expect(await socket.waitFor('video_like_changed')).toMatchObject({
    videoId: id,
    data: { isLiked: true, likesCount: 1 },
  })
  socket.close()
})

test('concurrent likes of many members leave a count that equals the rows', async () => {
  const id = await publish()
  const fans = await Promise.all(Array.from({ length: 5 }, () => server.member()))
  await Promise.all(fans.flatMap((each) => [like(each, id), like(each, id), like(each, id)]))
  const [row] = await server.database.db.select().from(videos).where(eq(videos.id, id))
  const stored = await server.database.db.$count(likes, eq(likes.subjectId, id))
  expect(row?.likesCount).toBe(stored)
  expect(stored).toBe(5)
})

test('a video that is hidden from a member cannot be liked', async () => {
  const id = await storeVideo(server.database.db, creator.user.id)
  expect((await like(fan, id)).status).toBe(404)
  expect((await like(creator, id, { liked: true })).status).toBe(200)
})
