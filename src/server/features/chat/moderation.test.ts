import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatMessage, getChatState, listChat, pinMessage } from '#shared/chat.ts'
import type { Role } from '#shared/roles.ts'
import { displayName } from '#shared/users.ts'
import { systemLogs } from '#server/features/analytics/schema.ts'
import { streams } from '#server/features/streams/schema.ts'
import { users } from '#server/features/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { chatMessages } from './schema.ts'

let server: TestApp
let owner: TestClient
let member: TestClient
let moderator: TestClient
beforeAll(async () => {
  server = await startTestApp({ rates: { chat: { points: 1000, seconds: 5 } } })
  ;[owner, member, moderator] = [await server.member(), await server.member(), await memberWith('moderator')]
})
afterAll(() => server.close())

async function memberWith(role: Role): Promise<TestClient> {
  const made = await server.member()
  await server.database.db.update(users).set({ role }).where(eq(users.id, made.user.id))
  await server.settle()
  return made
}

const say = async (client: TestClient, streamId: string, message: string, more: object = {}) =>
  chatMessage.parse((await client.post('/api/chat/send', { streamId, message, ...more })).body)
const list = async (streamId: string, after = '') =>
  listChat.response.parse((await server.client().get(`/api/streams/${streamId}/chat${after}`)).body)
const texts = async (streamId: string) => (await list(streamId)).map(({ message }) => message)
const remove = (client: TestClient, streamId: string, messageId: string) =>
  client.send('DELETE', `/api/streams/${streamId}/chat/${messageId}`)
const pin = (client: TestClient, streamId: string, messageId: string | null) =>
  client.put(`/api/streams/${streamId}/pin`, { messageId })
const state = async (client: TestClient, streamId: string) =>
  getChatState.response.parse((await client.get(`/api/streams/${streamId}/chat-state`)).body)
const countOf = async (id: string) => {
  const [row] = await server.database.db.select().from(streams).where(eq(streams.id, id))
  const kept = await server.database.db.$count(
    chatMessages,
    and(eq(chatMessages.streamId, id), isNull(chatMessages.deletedAt)),
  )
  expect(row?.messagesCount).toBe(kept)
  return kept
}

test('a message that is deleted is gone for everyone at once, and not counted any more', async () => {
  const { id } = await owner.createStream()
  const [kept, gone] = [await say(member, id, 'kept'), await say(member, id, 'gone')]
  const socket = await server.client().subscribed(id)
  expect(await remove(owner, id, gone.id)).toMatchObject({ status: 200, body: { deleted: true } })
  expect((await socket.waitFor('chat_deleted')).data).toEqual({ messageIds: [gone.id] })
  const deleted = async (from: string, until: string) =>
    (await server.client().get(`/api/streams/${id}/chat/deleted?from=${from}&until=${until}`)).body
  expect(await deleted(kept.id, gone.id)).toEqual([gone.id])
  expect(await deleted(kept.id, kept.id)).toEqual([])
  expect(await texts(id)).toEqual(['kept'])
  expect(await list(id, `?after=${kept.id}`)).toEqual([])
  expect(await countOf(id)).toBe(1)
  expect(await remove(owner, id, gone.id)).toMatchObject({ status: 200, body: { deleted: true } })
  await socket.settled()
  expect(socket.received.filter(({ type }) => type === 'chat_deleted')).toEqual([])
  expect(await countOf(id)).toBe(1)
  socket.close()
})

test('the chat of a deactivated member is hidden at once, and is back with the member', async () => {
  const { id } = await owner.createStream()
  const leaver = await server.member()
  const first = await say(member, id, 'first')
  const gone = await say(leaver, id, 'gone')
  const answer = await say(member, id, 'an answer', { replyTo: gone.id })
  expect((await pin(owner, id, gone.id)).status).toBe(200)
  const socket = await server.client().subscribed(id)
  const setActive = (isActive: boolean) =>
    server.database.db.update(users).set({ isActive }).where(eq(users.id, leaver.user.id))
  const deleted = async () =>
    (await server.client().get(`/api/streams/${id}/chat/deleted?from=${first.id}&until=${answer.id}`)).body

  await setActive(false)
  expect((await socket.waitFor('chat_deleted')).data).toEqual({ userId: leaver.user.id })
  expect((await socket.waitFor('chat_pinned')).data).toEqual({ message: null })
  const without = { replyTo: null, message: 'an answer' }
  expect(await list(id)).toMatchObject([{ message: 'first' }, without])
  expect(await list(id, `?after=${first.id}`)).toMatchObject([without])
  expect(await deleted()).toEqual([gone.id])
  expect((await state(member, id)).pinned).toBeNull()
  expect((await pin(owner, id, gone.id)).status).toBe(422)
  const late = { streamId: id, message: 'a late answer', replyTo: gone.id }
  expect((await member.post('/api/chat/send', late)).status).toBe(422)

  await setActive(true)
  expect(await texts(id)).toEqual(['first', 'gone', 'an answer'])
  expect((await list(id))[2]?.replyTo).toMatchObject({ id: gone.id, excerpt: 'gone' })
  expect(await deleted()).toEqual([])
  expect((await state(member, id)).pinned?.id).toBe(gone.id)
  expect(await countOf(id)).toBe(3)
  socket.close()
})

test('its author, the streamer and moderators delete a message, and nobody else', async () => {
  const { id } = await owner.createStream()
  const by = { author: member, streamer: owner, moderator, admin: server.admin }
  for (const client of Object.values(by)) {
    const { id: messageId } = await say(member, id, 'hello')
    expect((await remove(await server.member(), id, messageId)).status).toBe(403)
    expect((await remove(server.client(), id, messageId)).status).toBe(401)
    expect((await remove(client, id, messageId)).status).toBe(200)
    expect((await remove(await server.member(), id, messageId)).status).toBe(404)
  }
  expect(await texts(id)).toEqual([])
})

test('a message is found on its own stream alone', async () => {
  const [one, other] = [await owner.createStream(), await owner.createStream()]
  const message = await say(member, one.id, 'hello')
  expect((await remove(owner, other.id, message.id)).status).toBe(404)
  expect((await pin(owner, other.id, message.id)).status).toBe(422)
  expect(await texts(one.id)).toEqual(['hello'])
})

test('many who delete and write at once leave the count that a recount finds', async () => {
  const { id } = await owner.createStream()
  const said = await Promise.all(Array.from({ length: 20 }, (_, index) => say(member, id, `${index}`)))
  await Promise.all([
    ...said.slice(10).flatMap((message) => [remove(owner, id, message.id), remove(member, id, message.id)]),
    ...Array.from({ length: 5 }, () => say(moderator, id, 'and one more')),
  ])
  expect(await countOf(id)).toBe(15)
})

test('a pinned message stands above the others for everyone, until it is taken down or deleted', async () => {
  const { id } = await owner.createStream()
  const [first, second] = [await say(member, id, 'first'), await say(member, id, 'second')]
  const socket = await server.client().subscribed(id)
  const answer = await pin(owner, id, first.id)
  expect(pinMessage.response.parse(answer.body).pinned).toEqual(first)
  expect((await socket.waitFor('chat_pinned')).data.message).toEqual(first)
  expect((await state(server.client(), id)).pinned).toEqual(first)
  await pin(moderator, id, null)
  expect((await socket.waitFor('chat_pinned')).data.message).toBeNull()
  await pin(moderator, id, second.id)
  await socket.waitFor('chat_pinned', ({ data }) => data.message?.id === second.id)
  await remove(member, id, second.id)
  expect((await socket.waitFor('chat_pinned')).data.message).toBeNull()
  expect((await state(owner, id)).pinned).toBeNull()
  expect((await pin(owner, id, second.id)).status).toBe(422)
  expect((await pin(member, id, first.id)).status).toBe(403)
  socket.close()
})

test('an answer shows what it answers, for as long as that is there', async () => {
  const { id } = await owner.createStream()
  const asked = await say(member, id, `Where are you from? ${'x'.repeat(200)}`)
  const socket = await server.client().subscribed(id)
  const answer = await say(owner, id, 'Bahia', { replyTo: asked.id })
  expect(answer.replyTo).toMatchObject({
    id: asked.id,
    userId: member.user.id,
    name: displayName(member.user),
  })
  expect(answer.replyTo?.excerpt).toMatch(/^Where are you from\? x{120}$/)
  expect((await socket.waitFor('chat_message')).data).toEqual(answer)
  expect((await list(id)).at(-1)).toEqual(answer)
  await remove(member, id, asked.id)
  expect((await list(id)).at(-1)).toEqual({ ...answer, replyTo: null })
  socket.close()
})

test('only a message that is there on the same stream can be answered', async () => {
  const [one, other] = [await owner.createStream(), await owner.createStream()]
  const [elsewhere, gone] = [await say(member, other.id, 'elsewhere'), await say(member, one.id, 'gone')]
  await remove(owner, one.id, gone.id)
  for (const replyTo of [elsewhere.id, gone.id, crypto.randomUUID()]) {
    const sent = { streamId: one.id, message: 'an answer', replyTo }
    expect(await member.post('/api/chat/send', sent)).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', fields: [{ path: 'replyTo' }] },
    })
    const socket = await member.socket()
    socket.send({ type: 'chat_message', streamId: one.id, content: 'an answer', replyTo })
    expect(await socket.waitFor('error')).toMatchObject({ code: 'unprocessable' })
    socket.close()
  }
  expect(await countOf(one.id)).toBe(0)
})

test('an answer that is sent again finds the stored one, though what it answers is gone by now', async () => {
  const { id } = await owner.createStream()
  const asked = await say(member, id, 'a question')
  const sent = { clientId: crypto.randomUUID(), replyTo: asked.id }
  const answer = await say(owner, id, 'an answer', sent)
  await remove(member, id, asked.id)
  expect(await say(owner, id, 'an answer', sent)).toEqual({ ...answer, replyTo: null })
  expect(await countOf(id)).toBe(1)
})

test('what moderators do stands in the log, with who did it', async () => {
  const { id } = await owner.createStream()
  const message = await say(member, id, 'hello')
  await pin(moderator, id, message.id)
  await remove(moderator, id, message.id)
  await moderator.put(`/api/streams/${id}/bans/${member.user.id}`, { seconds: 60 })
  await moderator.send('DELETE', `/api/streams/${id}/bans/${member.user.id}`)
  await moderator.put(`/api/streams/${id}/chat-rules`, { slowModeSeconds: 5 })
  const rows = await server.database.db.select().from(systemLogs).where(eq(systemLogs.category, 'moderation'))
  const mine = rows.filter(({ metadata }) => metadata['streamId'] === id)
  expect(mine.map((row) => row.userId)).toEqual(Array.from({ length: 5 }, () => moderator.user.id))
  expect(mine.map((row) => row.message)).toEqual([
    'A chat message was pinned.',
    'A chat message was deleted.',
    'A member was timed out in a chat.',
    'A member may use a stream again.',
    'The rules of a chat were changed.',
  ])
})

test('who tries a message again that was taken out meanwhile hears that it is gone, also in slow mode', async () => {
  const { id } = await owner.createStream()
  const clientId = crypto.randomUUID()
  const said = await say(member, id, 'seen by a moderator', { clientId })
  await remove(moderator, id, said.id)
  const again = () =>
    member.post('/api/chat/send', { streamId: id, message: 'seen by a moderator', clientId })
  const gone = { status: 404, body: { code: 'message_deleted' } }
  expect(await again()).toMatchObject(gone)
  await owner.put(`/api/streams/${id}/chat-rules`, { slowModeSeconds: 60 })
  expect(await again()).toMatchObject(gone)
  expect(await texts(id)).toEqual([])
})

test('the mark of a message on another stream is refused', async () => {
  const [first, second] = [await owner.createStream(), await owner.createStream()]
  const clientId = crypto.randomUUID()
  await say(member, first.id, 'here', { clientId })
  const answer = await member.post('/api/chat/send', { streamId: second.id, message: 'there', clientId })
  expect(answer).toMatchObject({ status: 400, body: { fields: [{ path: 'clientId' }] } })
})
