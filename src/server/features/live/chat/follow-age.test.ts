import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getChatState } from '#shared/live/chat.ts'
import { follows } from '#server/features/accounts/follows/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let owner: TestClient
beforeAll(async () => {
  server = await startTestApp({ rates: { chat: { points: 1000, seconds: 5 } } })
  owner = await server.member()
})
afterAll(() => server.close())

const MINUTE_MS = 60_000
const send = (client: TestClient, streamId: string) =>
  client.post('/api/chat/send', { streamId, message: 'hello' })
const askFor = (streamId: string, followersOnlyMinutes: number) =>
  owner.put(`/api/streams/${streamId}/chat-rules`, { followersOnly: true, followersOnlyMinutes })
const getViewer = async (client: TestClient, streamId: string) =>
  getChatState.response.parse((await client.get(`/api/streams/${streamId}/chat-state`)).body).viewer

/** A member whose follow of the owner began `minutes` ago. */
async function followerSince(minutes: number): Promise<TestClient> {
  const member = await server.member()
  await member.post(`/api/users/${owner.user.id}/follow`, { following: true })
  await server.database.db
    .update(follows)
    .set({ createdAt: new Date(Date.now() - minutes * MINUTE_MS) })
    .where(and(eq(follows.followerId, member.user.id), eq(follows.followingId, owner.user.id)))
  return member
}

test('a chat that asks for follows of an age refuses newer ones, and says how long is left', async () => {
  const { id } = await owner.createStream()
  await askFor(id, 60)
  const [fan, old, stranger] = [await followerSince(30), await followerSince(61), await server.member()]
  const response = await send(fan, id)
  expect(response).toMatchObject({
    status: 403,
    body: {
      code: 'followers_only',
      message: 'Only members who have followed for 60 minutes can write in this chat. You can in 30 minutes.',
    },
  })
  const wait = Number(response.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(29 * 60)
  expect(wait).toBeLessThanOrEqual(30 * 60)
  expect((await send(old, id)).status).toBe(201)
  expect(await send(stranger, id)).toMatchObject({ status: 403, body: { code: 'followers_only' } })
  for (const client of [owner, server.admin]) expect((await send(client, id)).status).toBe(201)
  await askFor(id, 0)
  expect((await send(fan, id)).status).toBe(201)
})

test('slow mode tells its own wait in a chat that asks for follows of an age', async () => {
  const { id } = await owner.createStream()
  await askFor(id, 10)
  const fan = await followerSince(11)
  await owner.put(`/api/streams/${id}/chat-rules`, { slowModeSeconds: 60 })
  expect((await send(fan, id)).status).toBe(201)
  const response = await send(fan, id)
  expect(response).toMatchObject({ status: 429, body: { code: 'slow_mode' } })
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(50)
})

test('the chat state says since when the requester follows, and whether that is long enough', async () => {
  const { id } = await owner.createStream()
  await askFor(id, 60)
  const fan = await followerSince(30)
  const viewer = await getViewer(fan, id)
  expect(viewer).toMatchObject({ canWrite: false, isFollower: true, followedAt: expect.any(String) })
  expect(viewer.followedSeconds).toBeGreaterThanOrEqual(30 * 60)
  expect(viewer.followedSeconds).toBeLessThan(31 * 60)
  expect(await getViewer(await followerSince(60), id)).toMatchObject({ canWrite: true })
})

test('a new follow begins again', async () => {
  const { id } = await owner.createStream()
  await askFor(id, 10)
  const fan = await followerSince(20)
  expect((await send(fan, id)).status).toBe(201)
  for (const following of [false, true]) await fan.post(`/api/users/${owner.user.id}/follow`, { following })
  expect((await send(fan, id)).status).toBe(403)
})
