import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatMessage, getChatState, listChat, pinMessage } from '#shared/live/chat.ts'
import type { Role } from '#shared/roles.ts'
import { displayName } from '#shared/accounts/users.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { systemLogs } from '#server/logs/schema.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { chatFeature } from './feature.ts'
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
  const client = await server.member()
  await server.database.db.update(users).set({ role }).where(eq(users.id, client.user.id))
  await server.catchUpWithDatabase()
  return client
}

const send = async (client: TestClient, streamId: string, message: string, fields: object = {}) =>
  chatMessage.parse((await client.post('/api/chat/send', { streamId, message, ...fields })).body)
const list = async (streamId: string, after = '') =>
  listChat.response.parse((await server.client().get(`/api/streams/${streamId}/chat${after}`)).body)
const messageTexts = async (streamId: string) => (await list(streamId)).map(({ message }) => message)
const remove = (client: TestClient, streamId: string, messageId: string) =>
  client.send('DELETE', `/api/streams/${streamId}/chat/${messageId}`)
const pin = (client: TestClient, streamId: string, messageId: string | null) =>
  client.put(`/api/streams/${streamId}/pin`, { messageId })
const getState = async (client: TestClient, streamId: string) =>
  getChatState.response.parse((await client.get(`/api/streams/${streamId}/chat-state`)).body)
const countOf = async (id: string) => {
  const [row] = await server.database.db.select().from(streams).where(eq(streams.id, id))
  const remaining = await server.database.db.$count(
    chatMessages,
    and(eq(chatMessages.streamId, id), isNull(chatMessages.deletedAt)),
  )
  expect(row?.messagesCount).toBe(remaining)
  return remaining
}

test('a deleted message is hidden for everyone immediately and not counted', async () => {
  const { id } = await owner.createStream()
  const [remaining, removed] = [await send(member, id, 'remaining'), await send(member, id, 'removed')]
  const socket = await server.client().openSubscribedSocket(id)
  expect(await remove(owner, id, removed.id)).toMatchObject({ status: 200, body: { deleted: true } })
  expect((await socket.waitFor('chat_deleted')).data).toEqual({ messageIds: [removed.id] })
  const deleted = async (from: string, until: string) =>
    (await server.client().get(`/api/streams/${id}/chat/deleted?from=${from}&until=${until}`)).body
  expect(await deleted(remaining.id, removed.id)).toEqual([removed.id])
  expect(await deleted(remaining.id, remaining.id)).toEqual([])
  expect(await messageTexts(id)).toEqual(['remaining'])
  expect(await list(id, `?after=${remaining.id}`)).toEqual([])
  expect(await countOf(id)).toBe(1)
  expect(await remove(owner, id, removed.id)).toMatchObject({ status: 200, body: { deleted: true } })
  await socket.roundTrip()
  expect(socket.received.filter(({ type }) => type === 'chat_deleted')).toEqual([])
  expect(await countOf(id)).toBe(1)
  socket.close()
})

test('messages of a deactivated user are hidden immediately, and return when the user is active again', async () => {
  const { id } = await owner.createStream()
  const deactivated = await server.member()
  const first = await send(member, id, 'first')
  const hiddenMessage = await send(deactivated, id, 'removed')
  const reply = await send(member, id, 'an answer', { replyTo: hiddenMessage.id })
  expect((await pin(owner, id, hiddenMessage.id)).status).toBe(200)
  const socket = await server.client().openSubscribedSocket(id)
  const setActive = (isActive: boolean) =>
    server.database.db.update(users).set({ isActive }).where(eq(users.id, deactivated.user.id))
  const deleted = async () =>
    (await server.client().get(`/api/streams/${id}/chat/deleted?from=${first.id}&until=${reply.id}`)).body

  await setActive(false)
  expect((await socket.waitFor('chat_deleted')).data).toEqual({ userId: deactivated.user.id })
  expect((await socket.waitFor('chat_pinned')).data).toEqual({ message: null })
  const withoutReplied = { replyTo: null, message: 'an answer' }
  expect(await list(id)).toMatchObject([{ message: 'first' }, withoutReplied])
  expect(await list(id, `?after=${first.id}`)).toMatchObject([withoutReplied])
  expect(await deleted()).toEqual([hiddenMessage.id])
  expect((await getState(member, id)).pinned).toBeNull()
  expect((await pin(owner, id, hiddenMessage.id)).status).toBe(422)
  const lateReply = { streamId: id, message: 'a late answer', replyTo: hiddenMessage.id }
  expect((await member.post('/api/chat/send', lateReply)).status).toBe(422)

  await setActive(true)
  expect(await messageTexts(id)).toEqual(['first', 'removed', 'an answer'])
  expect((await list(id))[2]?.replyTo).toMatchObject({ id: hiddenMessage.id, excerpt: 'removed' })
  expect(await deleted()).toEqual([])
  expect((await getState(member, id)).pinned?.id).toBe(hiddenMessage.id)
  expect(await countOf(id)).toBe(3)
  socket.close()
})

/** Deletes what the chat has of a user, without the rest of the account. */
async function deleteChatOf(userId: string, beforeCommit = async () => {}): Promise<void> {
  const { deleteUser } = chatFeature
  if (typeof deleteUser !== 'function') throw new Error('the chat deletes messages')
  await server.database.db.transaction(async (tx) => {
    await deleteUser(server.app.context, tx, userId)
    await beforeCommit()
  })
}

test('the deletion of a member removes the messages from open chats when it commits', async () => {
  const { id } = await owner.createStream()
  const leaving = await server.member()
  const { id: messageId } = await send(leaving, id, 'goodbye')
  expect((await pin(owner, id, messageId)).status).toBe(200)
  const socket = await server.client().openSubscribedSocket(id)
  await deleteChatOf(leaving.user.id, async () => {
    await socket.roundTrip()
    expect(socket.received).toEqual([])
  })
  expect((await socket.waitFor('chat_deleted')).data).toEqual({ userId: leaving.user.id })
  expect((await socket.waitFor('chat_pinned')).data).toEqual({ message: null })
  expect(await countOf(id)).toBe(0)
  socket.close()
})

test('a message that is stored and pinned while its author is deleted goes too, and from open chats', async () => {
  const { id } = await owner.createStream()
  const leaving = await server.member()
  await send(leaving, id, 'goodbye')
  const socket = await server.client().openSubscribedSocket(id)
  const { db, longRunningDb } = server.database
  const deletion = await longRunningDb.transaction(async (tx) => {
    await tx.execute(sql`select from streams where id = ${id} for update`)
    const started = deleteChatOf(leaving.user.id)
    await waitForBlockedQuery(db)
    const [stored] = await tx
      .insert(chatMessages)
      .values({ id: randomUUID(), streamId: id, userId: leaving.user.id, message: 'one more' })
      .returning()
    const counted = sql`${streams.messagesCount} + 1`
    await tx
      .update(streams)
      .set({ pinnedMessageId: stored?.id ?? null, messagesCount: counted })
      .where(eq(streams.id, id))
    return { started }
  })
  await deletion.started
  expect((await socket.waitFor('chat_pinned')).data).toEqual({ message: null })
  expect(await countOf(id)).toBe(0)
  expect((await getState(member, id)).pinned).toBeNull()
  socket.close()
})

test('only the author, the streamer and moderators can delete a message', async () => {
  const { id } = await owner.createStream()
  const clientsByRole = { author: member, streamer: owner, moderator, admin: server.admin }
  for (const client of Object.values(clientsByRole)) {
    const { id: messageId } = await send(member, id, 'hello')
    expect((await remove(await server.member(), id, messageId)).status).toBe(403)
    expect((await remove(server.client(), id, messageId)).status).toBe(401)
    expect((await remove(client, id, messageId)).status).toBe(200)
    expect((await remove(await server.member(), id, messageId)).status).toBe(404)
  }
  expect(await messageTexts(id)).toEqual([])
})

test('a moderator deletes no message of an equal or higher role, whose streamer does', async () => {
  const { id } = await owner.createStream()
  for (const author of [await memberWith('moderator'), server.admin]) {
    const { id: messageId } = await send(author, id, 'hello')
    expect((await remove(moderator, id, messageId)).status).toBe(403)
    expect((await remove(owner, id, messageId)).status).toBe(200)
  }
})

test('a message is only found on its own stream', async () => {
  const [one, other] = [await owner.createStream(), await owner.createStream()]
  const message = await send(member, one.id, 'hello')
  expect((await remove(owner, other.id, message.id)).status).toBe(404)
  expect((await pin(owner, other.id, message.id)).status).toBe(422)
  expect(await messageTexts(one.id)).toEqual(['hello'])
})

test('after concurrent deletions and messages the count equals a recount', async () => {
  const { id } = await owner.createStream()
  const messages = await Promise.all(Array.from({ length: 20 }, (_, index) => send(member, id, `${index}`)))
  await Promise.all([
    ...messages
      .slice(10)
      .flatMap((message) => [remove(owner, id, message.id), remove(member, id, message.id)]),
    ...Array.from({ length: 5 }, () => send(moderator, id, 'and one more')),
  ])
  expect(await countOf(id)).toBe(15)
})

test('a pinned message is shown to everyone until it is unpinned or deleted', async () => {
  const { id } = await owner.createStream()
  const [first, second] = [await send(member, id, 'first'), await send(member, id, 'second')]
  const socket = await server.client().openSubscribedSocket(id)
  const response = await pin(owner, id, first.id)
  expect(pinMessage.response.parse(response.body).pinned).toEqual(first)
  expect((await socket.waitFor('chat_pinned')).data.message).toEqual(first)
  expect((await getState(server.client(), id)).pinned).toEqual(first)
  await pin(moderator, id, null)
  expect((await socket.waitFor('chat_pinned')).data.message).toBeNull()
  await pin(moderator, id, second.id)
  await socket.waitFor('chat_pinned', ({ data }) => data.message?.id === second.id)
  await remove(member, id, second.id)
  expect((await socket.waitFor('chat_pinned')).data.message).toBeNull()
  expect((await getState(owner, id)).pinned).toBeNull()
  expect((await pin(owner, id, second.id)).status).toBe(422)
  expect((await pin(member, id, first.id)).status).toBe(403)
  socket.close()
})

test('a reply contains the replied message until that is deleted', async () => {
  const { id } = await owner.createStream()
  const replied = await send(member, id, `Where are you from? ${'x'.repeat(200)}`)
  const socket = await server.client().openSubscribedSocket(id)
  const reply = await send(owner, id, 'Bahia', { replyTo: replied.id })
  expect(reply.replyTo).toMatchObject({
    id: replied.id,
    userId: member.user.id,
    name: displayName(member.user),
  })
  expect(reply.replyTo?.excerpt).toMatch(/^Where are you from\? x{120}$/)
  expect((await socket.waitFor('chat_message')).data).toEqual(reply)
  expect((await list(id)).at(-1)).toEqual(reply)
  await remove(member, id, replied.id)
  expect((await list(id)).at(-1)).toEqual({ ...reply, replyTo: null })
  socket.close()
})

test('only an existing message on the same stream can be replied to', async () => {
  const [one, other] = [await owner.createStream(), await owner.createStream()]
  const [elsewhere, deletedMessage] = [
    await send(member, other.id, 'elsewhere'),
    await send(member, one.id, 'removed'),
  ]
  await remove(owner, one.id, deletedMessage.id)
  for (const replyTo of [elsewhere.id, deletedMessage.id, crypto.randomUUID()]) {
    const sent = { streamId: one.id, message: 'an answer', replyTo }
    expect(await member.post('/api/chat/send', sent)).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', fields: [{ path: 'replyTo' }] },
    })
    const socket = await member.openSocket()
    socket.send({ type: 'chat_message', streamId: one.id, content: 'an answer', replyTo })
    expect(await socket.waitFor('error')).toMatchObject({ code: 'unprocessable' })
    socket.close()
  }
  expect(await countOf(one.id)).toBe(0)
})

test('repeating a reply returns the stored one, also if the replied message was deleted', async () => {
  const { id } = await owner.createStream()
  const replied = await send(member, id, 'a question')
  const sent = { clientId: crypto.randomUUID(), replyTo: replied.id }
  const reply = await send(owner, id, 'an answer', sent)
  await remove(member, id, replied.id)
  expect(await send(owner, id, 'an answer', sent)).toEqual({ ...reply, replyTo: null })
  expect(await countOf(id)).toBe(1)
})

test('moderation is logged with the moderator', async () => {
  const { id } = await owner.createStream()
  const message = await send(member, id, 'hello')
  await pin(moderator, id, message.id)
  await remove(moderator, id, message.id)
  await moderator.put(`/api/streams/${id}/bans/${member.user.id}`, { seconds: 60 })
  await moderator.send('DELETE', `/api/streams/${id}/bans/${member.user.id}`)
  await moderator.put(`/api/streams/${id}/chat-rules`, { slowModeSeconds: 5 })
  const rows = await server.database.db
    .select()
    .from(systemLogs)
    .where(eq(systemLogs.category, 'moderation'))
    .orderBy(systemLogs.id)
  const streamRows = rows.filter(({ metadata }) => metadata['streamId'] === id)
  expect(streamRows.map((row) => row.userId)).toEqual(Array.from({ length: 5 }, () => moderator.user.id))
  expect(streamRows.map((row) => row.message)).toEqual([
    'A chat message was pinned.',
    'A chat message was deleted.',
    'A member was timed out in a chat.',
    'A member may use a stream again.',
    'The rules of a chat were changed.',
  ])
})

test('repeating a message that was deleted fails with message_deleted, also in slow mode', async () => {
  const { id } = await owner.createStream()
  const clientId = crypto.randomUUID()
  const sent = await send(member, id, 'seen by a moderator', { clientId })
  await remove(moderator, id, sent.id)
  const repeat = () =>
    member.post('/api/chat/send', { streamId: id, message: 'seen by a moderator', clientId })
  const messageDeletedError = { status: 404, body: { code: 'message_deleted' } }
  expect(await repeat()).toMatchObject(messageDeletedError)
  await owner.put(`/api/streams/${id}/chat-rules`, { slowModeSeconds: 60 })
  expect(await repeat()).toMatchObject(messageDeletedError)
  expect(await messageTexts(id)).toEqual([])
})

test('the clientId of a message on another stream is rejected', async () => {
  const [first, second] = [await owner.createStream(), await owner.createStream()]
  const clientId = crypto.randomUUID()
  await send(member, first.id, 'here', { clientId })
  const response = await member.post('/api/chat/send', { streamId: second.id, message: 'there', clientId })
  expect(response).toMatchObject({ status: 400, body: { fields: [{ path: 'clientId' }] } })
})

test('bans and their ends in a loop fill the log of the operator only up to the limit of a day', async () => {
  const limited = await startTestApp({ rates: { moderation: { points: 4, seconds: 60 } } })
  const [moderator, member] = [await limited.member(), await limited.member()]
  const { id } = await moderator.createStream()
  const path = `/api/streams/${id}/bans/${member.user.id}`
  const statuses: number[] = []
  for (const method of ['PUT', 'DELETE', 'PUT', 'DELETE', 'PUT', 'DELETE'])
    statuses.push((await moderator.send(method, path)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  const rules = await moderator.put(`/api/streams/${id}/chat-rules`, { followersOnly: true })
  expect(rules).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  const isEntry = and(eq(systemLogs.category, 'moderation'), eq(systemLogs.userId, moderator.user.id))
  expect(await limited.database.db.select().from(systemLogs).where(isEntry)).toHaveLength(4)
  await limited.close()
})
