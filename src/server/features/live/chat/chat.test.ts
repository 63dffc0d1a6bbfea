import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatMessage, listChat } from '#shared/live/chat.ts'
import { CLOSE_CODES } from '#shared/constants.ts'
import { sessionCacheService } from '#server/features/accounts/auth/session-cache.ts'
import { chatMessages } from '#server/features/live/chat/schema.ts'
import { sendMessage } from '#server/features/live/chat/send-message.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { ChatWordLists } from './chat-words.ts'

let server: TestApp
let owner: TestClient
beforeAll(async () => {
  server = await startTestApp({ rates: { chat: { points: 120, seconds: 5 } } })
  owner = await server.member()
})
afterAll(() => server.close())

const send = (client: TestClient, streamId: string, message: unknown, fields: object = {}) =>
  client.post('/api/chat/send', { streamId, message, ...fields })
const list = async (streamId: string, after = '') =>
  listChat.response.parse((await server.client().get(`/api/streams/${streamId}/chat${after}`)).body)

test('a message is trimmed, stored and delivered to all subscribers of the stream', async () => {
  const { id } = await owner.createStream()
  const [chatting, streaming] = [
    await server.client().openSocket(`?chat=true&streamId=${id}`),
    await server.client().openSocket(`?stream=true&streamId=${id}`),
  ]
  await chatting.waitFor('subscribed')
  await streaming.waitFor('subscribed')
  const response = await send(owner, id, '  Daalụ nke ukwuu!  ')
  expect(response.status).toBe(201)
  const message = chatMessage.parse(response.body)
  expect(message).toMatchObject({ message: 'Daalụ nke ukwuu!', streamId: id, userId: owner.user.id })
  for (const socket of [chatting, streaming]) {
    expect((await socket.waitFor('chat_message')).data).toEqual(message)
    socket.close()
  }
  expect(await list(id)).toEqual([message])
})

test('a message says whether its author has Creator Pro, also when it is loaded later', async () => {
  const { id } = await owner.createStream()
  const member = await server.member()
  const isPremiumIn = async () => (await list(id)).map(({ user }) => user.isPremium)
  expect((await send(member, id, 'before')).body).toMatchObject({ user: { isPremium: false } })
  await server.database.db.update(users).set({ isPremium: true }).where(eq(users.id, member.user.id))
  await expect
    .poll(async () => (await send(member, id, 'with Pro')).body)
    .toMatchObject({ user: { isPremium: true } })
  expect(new Set(await isPremiumIn())).toEqual(new Set([true]))
  const [sent] = await list(id)
  expect(Object.keys(sent?.user ?? {}).toSorted()).toEqual([
    'email',
    'firstName',
    'handle',
    'id',
    'isPremium',
    'lastName',
    'profileImageUrl',
  ])
})

test('the chat socket works as specified', async () => {
  const { id } = await owner.createStream()
  const member = await server.member()
  const socket = await member.openSocket(`?chat=true&streamId=${id}`)
  socket.send({ type: 'auth', userId: member.user.id })
  expect(await socket.waitFor('auth')).toMatchObject({ userId: member.user.id })
  socket.send({ type: 'chat_message', content: 'Port of Spain checking in', streamId: id })
  const { data } = await socket.waitFor('chat_message')
  expect(data).toMatchObject({ message: 'Port of Spain checking in', user: { firstName: 'Member' } })
  expect(data.user.email).not.toBe(member.user.email)
  socket.close()
})

test('a deactivated user cannot send messages over an open socket', async () => {
  const { id } = await owner.createStream()
  const member = await server.member()
  const socket = await member.openSocket(`?chat=true&streamId=${id}`)
  socket.send({ type: 'chat_message', content: 'Before', streamId: id })
  await socket.waitFor('chat_message')
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, member.user.id))
  await server.catchUpWithDatabase()
  socket.send({ type: 'chat_message', content: 'After', streamId: id })
  // The socket may be closed before its message is handled: this calls the handler's verb directly.
  const dependencies = {
    ...server.app.context,
    sessionCache: server.app.context.service(sessionCacheService),
    words: new ChatWordLists(),
  }
  const sent = sendMessage(dependencies, member.user, { streamId: id, message: 'At once' })
  await expect(sent).rejects.toMatchObject({ status: 401 })
  expect(await socket.closed).toEqual({ code: CLOSE_CODES.signedOut })
  await server.database.db.update(users).set({ isActive: true }).where(eq(users.id, member.user.id))
  expect((await list(id)).map(({ message }) => message)).toEqual(['Before'])
})

test.each([
  [''],
  ['   '],
  ['x'.repeat(501)],
  ['\u200B\u2060\u3164'],
  ['\u0000\u202E'],
  [undefined],
  [7],
  [{ toString: 1 }],
])('%j is rejected as a message', async (message) => {
  const { id } = await owner.createStream()
  expect(await send(owner, id, message)).toMatchObject({
    status: 400,
    body: { code: 'invalid', fields: [{ path: 'message' }] },
  })
  expect(await list(id)).toEqual([])
})

test('a message has at most 500 characters, and an emoji of two UTF-16 units is one', async () => {
  const member = await server.member()
  const { id } = await member.createStream()
  for (const count of [400, 500]) {
    const text = '🎉'.repeat(count)
    expect(await send(member, id, text)).toMatchObject({ status: 201, body: { message: text } })
  }
  expect((await send(member, id, '🎉'.repeat(501))).status).toBe(400)
})

test('markup and scripts are stored as plain text', async () => {
  const { id } = await owner.createStream()
  await send(owner, id, '<img src=x onerror=alert(1)>')
  expect((await list(id))[0]?.message).toBe('<img src=x onerror=alert(1)>')
})

test('the same message sent twice is stored and delivered once', async () => {
  const { id } = await owner.createStream()
  const socket = await server.client().openSubscribedSocket(id)
  const clientId = crypto.randomUUID()
  const responses = await Promise.all([
    send(owner, id, 'once', { clientId }),
    send(owner, id, 'once', { clientId }),
    send(owner, id, 'once', { clientId }),
  ])
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(responses.map(({ body }) => chatMessage.parse(body).id)).size).toBe(1)
  await send(owner, id, 'after it')
  await socket.waitFor('chat_message', ({ data }) => data.message === 'after it')
  expect(socket.received.filter(({ type }) => type === 'chat_message')).toHaveLength(1)
  expect((await list(id)).map(({ message }) => message)).toEqual(['once', 'after it'])
  socket.close()
})

test('the list contains the latest hundred messages, oldest first, or those after a given one', async () => {
  const { id } = await owner.createStream()
  for (let index = 0; index < 103; index++) await send(owner, id, `message ${index}`)
  const all = await list(id)
  expect(all.map(({ message }) => message)).toEqual(
    Array.from({ length: 100 }, (_, index) => `message ${index + 3}`),
  )
  const later = await list(id, `?after=${all[97]?.id}`)
  expect(later.map(({ message }) => message)).toEqual(['message 101', 'message 102'])
  expect(await list(id, `?after=${all[99]?.id}`)).toEqual([])
})

test('a stream without chat rejects messages over HTTP and socket', async () => {
  const { id } = await owner.createStream({ settings: { allowChat: false } })
  expect(await send(owner, id, 'hello')).toMatchObject({ status: 403, body: { code: 'chat_closed' } })
  const socket = await owner.openSocket()
  const clientId = crypto.randomUUID()
  socket.send({ type: 'chat_message', streamId: id, content: 'hello', clientId })
  expect(await socket.waitFor('error')).toMatchObject({ code: 'chat_closed', streamId: id, clientId })
  socket.close()
})

test('a visitor’s socket cannot send messages', async () => {
  const { id } = await owner.createStream()
  const socket = await server.client().openSocket(`?chat=true&streamId=${id}`)
  socket.send({ type: 'chat_message', streamId: id, content: 'hello' })
  expect(await socket.waitFor('error')).toMatchObject({ code: 'unauthorized' })
  expect(await list(id)).toEqual([])
  socket.close()
})

test('visitors cannot read the chat of a private stream over HTTP or socket', async () => {
  const { id } = await owner.createStream({ settings: { isPublic: false } })
  expect((await server.client().get(`/api/streams/${id}/chat`)).status).toBe(404)
  const socket = await server.client().openSocket(`?chat=true&streamId=${id}`)
  expect(await socket.waitFor('error')).toMatchObject({ code: 'not_found' })
  await send(owner, id, 'among members')
  await socket.roundTrip()
  expect(socket.received).toEqual([])
  socket.close()
})

test('messages are rate limited per user, over HTTP and socket together', async () => {
  const limitedApp = await startTestApp()
  const member = await limitedApp.member()
  const { id } = await member.createStream()
  const socket = await member.openSocket()
  for (let index = 0; index < 4; index++) {
    expect((await send(member, id, 'quick')).status).toBe(201)
    socket.send({ type: 'chat_message', streamId: id, content: 'quick' })
  }
  await socket.roundTrip()
  const response = await send(member, id, 'one too many')
  expect(response).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  socket.send({ type: 'chat_message', streamId: id, content: 'one too many' })
  expect((await socket.waitFor('error')).retryAfter).toBeGreaterThan(0)
  expect((await send(await limitedApp.member(), id, 'somebody else')).status).toBe(201)
  socket.close()
  await limitedApp.close()
})

test('a delivered message says how many there are, unless a channel sends it again', async () => {
  const { id } = await owner.createStream()
  const viewer = await server.client().openSubscribedSocket(id)
  const member = await server.member()
  for (const text of ['one', 'two']) expect((await send(member, id, text)).status).toBe(201)
  const [first, second] = [await viewer.waitFor('chat_message'), await viewer.waitFor('chat_message')]
  expect([first.messagesCount, second.messagesCount]).toEqual([1, 2])
  viewer.send({ type: 'subscribe_channel', channel: 'chat', id, since: first.data.id })
  const repeated = await viewer.waitFor('chat_message')
  expect(repeated.data.id).toBe(second.data.id)
  expect(repeated.messagesCount).toBeUndefined()
  viewer.close()
})

test('the message count equals a recount', async () => {
  for (const stream of await server.database.db.select().from(streams)) {
    const rows = await server.database.db
      .select()
      .from(chatMessages)
      .where(eq(chatMessages.streamId, stream.id))
    expect(stream.messagesCount).toBe(rows.length)
  }
})

test('a reader that pages by `after` misses no message of concurrent writers', async () => {
  const { id } = await owner.createStream()
  const writers = await Promise.all(Array.from({ length: 12 }, () => server.member()))
  const seen: string[] = []
  let isWriting = true
  const reading = (async () => {
    while (isWriting || seen.length < 60) {
      const after = seen.at(-1)
      seen.push(...(await list(id, after ? `?after=${after}` : '')).map((message) => message.id))
    }
  })()
  const sent: string[] = []
  for (let round = 0; round < 5; round++) {
    const responses = await Promise.all(writers.map((writer) => send(writer, id, `round ${round}`)))
    sent.push(...responses.map(({ body }) => chatMessage.parse(body).id))
  }
  isWriting = false
  await reading
  expect(seen.toSorted()).toEqual(sent.toSorted())
})
