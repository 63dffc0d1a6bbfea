import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatMessage, getChatState, updateChatRules } from '#shared/live/chat.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { chatMessages } from './schema.ts'

let server: TestApp
let owner: TestClient
beforeAll(async () => {
  server = await startTestApp({ rates: { chat: { points: 1000, seconds: 5 } } })
  owner = await server.member()
})
afterAll(() => server.close())

const send = (client: TestClient, streamId: string, message = 'hello', fields: object = {}) =>
  client.post('/api/chat/send', { streamId, message, ...fields })
const setRules = (client: TestClient, streamId: string, rules: object) =>
  client.put(`/api/streams/${streamId}/chat-rules`, rules)
const getState = async (client: TestClient, streamId: string) =>
  getChatState.response.parse((await client.get(`/api/streams/${streamId}/chat-state`)).body)

test('changed rules are published, and omitted fields keep their values', async () => {
  const { id } = await owner.createStream()
  const socket = await server.client().openSubscribedSocket(id)
  const response = await setRules(owner, id, { slowModeSeconds: 30 })
  const rules = { allowChat: true, slowModeSeconds: 30, followersOnly: false, followersOnlyMinutes: 0 }
  expect(updateChatRules.response.parse(response.body)).toEqual(rules)
  expect((await socket.waitFor('chat_rules')).data).toEqual(rules)
  await setRules(owner, id, { followersOnly: true })
  expect((await socket.waitFor('chat_rules')).data).toEqual({ ...rules, followersOnly: true })
  expect((await getState(server.client(), id)).rules).toEqual({ ...rules, followersOnly: true })
  expect((await setRules(await server.member(), id, { followersOnly: false })).status).toBe(403)
  socket.close()
})

test.each([
  { slowModeSeconds: -1 },
  { slowModeSeconds: 601 },
  { slowModeSeconds: 1.5 },
  { followersOnly: 1 },
  { followersOnlyMinutes: -1 },
  { followersOnlyMinutes: 43_201 },
])('%j is rejected', async (rules) => {
  const { id } = await owner.createStream()
  expect((await setRules(owner, id, rules)).status).toBe(400)
})

test('slow mode limits users, but not the streamer and moderators', async () => {
  const { id } = await owner.createStream()
  const [member, other] = [await server.member(), await server.member()]
  expect((await send(member, id, 'before')).status).toBe(201)
  await setRules(owner, id, { slowModeSeconds: 60 })
  const response = await send(member, id, 'too soon')
  expect(response).toMatchObject({ status: 429, body: { code: 'slow_mode' } })
  const wait = Number(response.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(50)
  expect(wait).toBeLessThanOrEqual(60)
  expect((await send(other, id)).status).toBe(201)
  for (const client of [owner, owner, server.admin, server.admin])
    expect((await send(client, id)).status).toBe(201)
  const socket = await member.openSocket()
  socket.send({ type: 'chat_message', streamId: id, content: 'too soon' })
  expect(await socket.waitFor('error')).toMatchObject({ code: 'slow_mode', retryAfter: expect.any(Number) })
  socket.close()
})

test('slow mode counts the messages on the same stream, deleted ones too, until the interval is over', async () => {
  const [slow, other] = [await owner.createStream(), await owner.createStream()]
  const member = await server.member()
  await setRules(owner, slow.id, { slowModeSeconds: 10 })
  expect((await send(member, other.id)).status).toBe(201)
  const sent = chatMessage.parse((await send(member, slow.id)).body)
  await member.send('DELETE', `/api/streams/${slow.id}/chat/${sent.id}`)
  expect((await send(member, slow.id)).status).toBe(429)
  // Moves the message eleven seconds into the past.
  await server.database.db
    .update(chatMessages)
    .set({ createdAt: new Date(Date.now() - 11_000) })
    .where(eq(chatMessages.id, sent.id))
  expect((await send(member, slow.id)).status).toBe(201)
})

test('slow mode accepts one of several concurrent messages, and repeating a message returns the stored one', async () => {
  const { id } = await owner.createStream()
  const member = await server.member()
  await setRules(owner, id, { slowModeSeconds: 60 })
  const responses = await Promise.all([send(member, id), send(member, id), send(member, id)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 429, 429])
  const other = await server.member()
  const clientId = crypto.randomUUID()
  const first = await send(other, id, 'once', { clientId })
  const repeated = await send(other, id, 'once', { clientId })
  expect([repeated.status, repeated.body]).toEqual([201, first.body])
})

test('in a followers-only chat only followers, the streamer and moderators can write', async () => {
  const { id } = await owner.createStream()
  const [fan, stranger] = [await server.member(), await server.member()]
  await setRules(owner, id, { followersOnly: true })
  expect(await send(fan, id)).toMatchObject({ status: 403, body: { code: 'followers_only' } })
  expect((await getState(fan, id)).viewer).toMatchObject({ canWrite: false, isFollower: false })
  await fan.post(`/api/users/${owner.user.id}/follow`, { following: true })
  expect((await getState(fan, id)).viewer).toMatchObject({ canWrite: true, isFollower: true })
  for (const client of [fan, owner, server.admin]) expect((await send(client, id)).status).toBe(201)
  expect((await send(stranger, id)).status).toBe(403)
  await fan.post(`/api/users/${owner.user.id}/follow`, { following: false })
  expect((await send(fan, id)).status).toBe(403)
})

test('the chat state lists the requester’s permissions', async () => {
  const { id } = await owner.createStream()
  const member = await server.member()
  const noPermissions = {
    canWrite: false,
    canModerate: false,
    isFollower: false,
    followedAt: null,
    followedSeconds: null,
    restriction: null,
    hasBlock: false,
    held: [],
  }
  expect((await getState(server.client(), id)).viewer).toEqual(noPermissions)
  expect((await getState(member, id)).viewer).toEqual({ ...noPermissions, canWrite: true })
  expect((await getState(owner, id)).viewer).toEqual({ ...noPermissions, canWrite: true, canModerate: true })
  await server.database.db.update(users).set({ role: 'moderator' }).where(eq(users.id, member.user.id))
  await server.catchUpWithDatabase()
  expect((await getState(member, id)).viewer).toEqual({ ...noPermissions, canWrite: true, canModerate: true })
})

test('a disabled chat lists no messages and accepts none', async () => {
  const { id } = await owner.createStream({ settings: { allowChat: false } })
  for (const client of [owner, server.admin, await server.member()]) {
    expect(await send(client, id)).toMatchObject({ status: 403, body: { code: 'chat_closed' } })
    expect((await getState(client, id)).viewer.canWrite).toBe(false)
  }
  expect((await owner.get(`/api/streams/${id}/chat`)).body).toEqual([])
})
