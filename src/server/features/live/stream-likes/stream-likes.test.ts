import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { likeStream, stream as streamSchema } from '#shared/live/streams.ts'
import { explainPlans } from '#server/db/testing/test-plans.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { listLikedIds } from '#server/features/accounts/reactions/queries.ts'
import { likes } from '#server/features/accounts/reactions/schema.ts'
import { listLive } from '#server/features/live/streams/queries.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { listRemindedIds } from '#server/features/live/stream-schedule/reminder-queries.ts'

let server: TestApp
let owner: TestClient
let users: TestClient[]
beforeAll(async () => {
  server = await startTestApp({ rates: { likes: { points: 1000, seconds: 600 } } })
  owner = await server.member()
  users = await Promise.all(Array.from({ length: 6 }, () => server.member()))
})
afterAll(() => server.close())

const like = async (client: TestClient, id: string, body?: object) =>
  likeStream.response.parse((await client.post(`/api/streams/${id}/like`, body)).body)
const readStream = async (client: TestClient, id: string) =>
  streamSchema.parse((await client.get(`/api/streams/${id}`)).body)

function memberAt(index: number): TestClient {
  const member = users[index]
  if (!member) throw new Error('no such member')
  return member
}

test('the same call likes and removes the like', async () => {
  const { id } = await owner.createStream()
  expect(await like(memberAt(0), id)).toEqual({ liked: true, likesCount: 1 })
  expect(await like(memberAt(1), id)).toEqual({ liked: true, likesCount: 2 })
  expect(await readStream(memberAt(0), id)).toMatchObject({ likesCount: 2, viewer: { isLiked: true } })
  expect(await readStream(server.client(), id)).toMatchObject({ likesCount: 2, viewer: { isLiked: false } })
  expect(await like(memberAt(0), id)).toEqual({ liked: false, likesCount: 1 })
})

test('a call that names the desired state is idempotent', async () => {
  const { id } = await owner.createStream()
  for (const liked of [true, true, false, false])
    expect(await like(memberAt(0), id, { liked })).toEqual({ liked, likesCount: liked ? 1 : 0 })
})

test('a banned user takes a like back, and likes no more', async () => {
  const { id } = await owner.createStream()
  const banned = memberAt(0)
  await like(banned, id, { liked: true })
  await owner.put(`/api/streams/${id}/bans/${banned.user.id}`)
  expect(await like(banned, id, { liked: false })).toEqual({ liked: false, likesCount: 0 })
  expect((await banned.post(`/api/streams/${id}/like`, { liked: true })).status).toBe(403)
})

test('after concurrent likes and unlikes the count equals the number of rows', async () => {
  const { db } = server.database
  const created = [await owner.createStream(), await owner.createStream()]
  const requests = Array.from({ length: 42 }, (_, index) => ({
    liked: index % 3 > 0,
    by: memberAt(index % 6),
  }))
  await Promise.all(created.flatMap(({ id }) => requests.map(({ liked, by }) => like(by, id, { liked }))))
  await Promise.all(created.flatMap(({ id }) => users.map((by) => like(by, id))))
  for (const { id } of created) {
    const [row] = await db.select().from(streams).where(eq(streams.id, id))
    expect(row?.likesCount).toBe(await db.$count(likes, eq(likes.subjectId, id)))
  }
})

test('subscribers of the stream receive the count, throttled', async () => {
  const { id } = await owner.createStream()
  const socket = await server.client().openSubscribedSocket(id)
  await like(memberAt(0), id)
  expect(await socket.waitFor('stream_likes')).toMatchObject({ streamId: id, data: { likesCount: 1 } })
  await Promise.all(users.slice(1).map((member) => like(member, id)))
  expect(await socket.waitFor('stream_likes')).toMatchObject({ data: { likesCount: 6 } })
  expect(socket.received).toEqual([])
  socket.close()
})

test('all pages of the user receive the changed like', async () => {
  const { id } = await owner.createStream()
  const socket = await memberAt(0).openSocket()
  await like(memberAt(0), id)
  expect(await socket.waitFor('stream_like_changed')).toMatchObject({
    streamId: id,
    data: { isLiked: true, likesCount: 1 },
  })
  socket.close()
})

test('only users can like a private stream, and likes are rate limited', async () => {
  const limitedApp = await startTestApp({ rates: { likes: { points: 2, seconds: 600 } } })
  const [streamer, fan] = [await limitedApp.member(), await limitedApp.member()]
  const { id } = await streamer.createStream({ settings: { isPublic: false } })
  expect((await limitedApp.client().post(`/api/streams/${id}/like`)).status).toBe(401)
  expect((await fan.post(`/api/streams/${id}/like`)).status).toBe(200)
  expect((await fan.post(`/api/streams/${crypto.randomUUID()}/like`)).status).toBe(404)
  expect((await fan.post(`/api/streams/${id}/like`)).status).toBe(429)
  await limitedApp.close()
})

test('the requester’s likes and reminders are looked up only for the streams of the page', async () => {
  const requester = { id: memberAt(0).user.id, role: 'user' as const }
  const ids = [crypto.randomUUID(), crypto.randomUUID()]
  const plans = await Promise.all([
    explainPlans(server.database, (db) => listLikedIds(db, requester.id, 'stream', ids)),
    explainPlans(server.database, (db) => listRemindedIds(db, requester.id, ids)),
  ])
  expect(plans[0]).toContain('likes_pkey')
  expect(plans[1]).toContain('stream_reminders_stream_id_user_id_pk')
  const plan = await explainPlans(server.database, (db) => listLive(db, requester, undefined, 20))
  // The hidden users.
  expect(plan.match(/hashed/gi)).toHaveLength(1)
})
