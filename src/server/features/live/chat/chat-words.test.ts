import { afterAll, beforeAll, expect, test } from 'vitest'
import { listChat } from '#shared/live/chat.ts'
import { getChatWords } from '#shared/accounts/watched-words.ts'
import { createCreator } from '#server/features/money/tips/test-tips.ts'
import { systemLogs } from '#server/logs/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let owner: TestClient
let member: TestClient
beforeAll(async () => {
  server = await startTestApp({ rates: { chat: { points: 1000, seconds: 5 } } })
  owner = await server.member()
  member = await server.member()
})
afterAll(() => server.close())

const send = (client: TestClient, streamId: string, message: string, fields: object = {}) =>
  client.post('/api/chat/send', { streamId, message, ...fields })
const watch = (streamId: string, watchedWords: readonly string[], client = owner) =>
  client.put(`/api/streams/${streamId}/chat-rules`, { watchedWords })
const listWords = async (client: TestClient, streamId: string) =>
  getChatWords.response.parse((await client.get(`/api/streams/${streamId}/chat-words`)).body).words
const refused = (word: string) => ({
  status: 422,
  body: { code: 'watched_word', message: `“${word}” can't be used here. Take it out and try again.` },
})

test('a chat refuses the words of its list from the next message on, the streamer’s own too', async () => {
  const [{ id }, other] = [await owner.createStream(), await owner.createStream()]
  expect((await send(member, id, 'Spoiler first')).status).toBe(201)
  expect((await watch(id, ['spoiler', 'Spoiler', ' the end '])).status).toBe(200)
  expect(await listWords(owner, id)).toEqual(['spoiler', 'the end'])
  expect(await send(member, id, 'a SPOILER!')).toMatchObject(refused('SPOILER'))
  expect(await send(owner, id, 'it is the  end')).toMatchObject(refused('the end'))
  expect((await send(member, id, 'spoilers')).status).toBe(201)
  expect((await send(member, other.id, 'spoiler')).status).toBe(201)
  await watch(id, [])
  expect((await send(member, id, 'spoiler')).status).toBe(201)
  const messages = listChat.response.parse((await member.get(`/api/streams/${id}/chat`)).body)
  expect(messages.map(({ message }) => message)).toEqual(['Spoiler first', 'spoilers', 'spoiler'])
})

test('a message that was stored before its word was watched is returned to whoever repeats it', async () => {
  const { id } = await owner.createStream()
  const clientId = crypto.randomUUID()
  const sent = await send(member, id, 'spoiler', { clientId })
  await watch(id, ['spoiler'])
  expect(await send(member, id, 'spoiler', { clientId })).toMatchObject({ status: 201, body: sent.body })
})

test('another process compares messages with a changed list, which nothing tells it of', async () => {
  const second = await startTestApp({ database: server.database })
  try {
    const { id } = await owner.createStream()
    const elsewhere = member.at(second.url)
    for (const word of ['first', 'second']) {
      await watch(id, [word])
      expect(await send(elsewhere, id, word)).toMatchObject(refused(word))
      expect(await send(member, id, word)).toMatchObject(refused(word))
    }
    expect((await send(elsewhere, id, 'first')).status).toBe(201)
  } finally {
    await second.stop()
  }
})

test('a message that waits for the change of the list is compared with the new one', async () => {
  const { id } = await owner.createStream()
  const [, ...sent] = await Promise.all([
    watch(id, ['spoiler']),
    ...Array.from({ length: 5 }, () => server.member()).map(async (client) =>
      send(await client, id, 'spoiler'),
    ),
  ])
  const stored = listChat.response.parse((await member.get(`/api/streams/${id}/chat`)).body)
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(stored.length)
  expect((await send(member, id, 'spoiler')).status).toBe(422)
})

test('only the streamer and moderators read the words: neither frames, nor rules, nor the log have them', async () => {
  const { id } = await owner.createStream()
  const socket = await member.openSubscribedSocket(id)
  const response = await watch(id, ['spoiler'], server.admin)
  const frame = await socket.waitFor('chat_rules')
  const calls = [`/api/streams/${id}`, `/api/streams/${id}/chat-state`]
  const bodies = await Promise.all(calls.map(async (path) => (await member.get(path)).body))
  const logs = await server.database.db.select().from(systemLogs)
  expect(JSON.stringify([frame, response.body, bodies, logs])).not.toContain('spoiler')
  expect((await member.get(`/api/streams/${id}/chat-words`)).status).toBe(403)
  expect((await watch(id, [], member)).status).toBe(403)
  expect(await listWords(server.admin, id)).toEqual(['spoiler'])
  socket.close()
})

test('the text of a tip to the stream is refused as well', async () => {
  const creator = await createCreator(server)
  const { id: streamId } = await creator.createStream()
  await watch(streamId, ['spoiler'], creator)
  const order = { amount: '5.00', streamerId: creator.user.id, streamId, message: 'Spoiler' }
  expect(await member.post('/api/paypal/order', order)).toMatchObject(refused('Spoiler'))
  expect((await member.post('/api/paypal/order', { ...order, message: 'For you' })).status).toBe(201)
})

test.each([
  ['a word of other characters', ['a$$'], 'watchedWords.0'],
  ['a word of 51 characters', ['fine', 'x'.repeat(51)], 'watchedWords.1'],
  ['201 words', Array.from({ length: 201 }, (_, index) => `word${index}`), 'watchedWords'],
])('%s is refused', async (_name, words, path) => {
  const { id } = await owner.createStream()
  expect(await watch(id, words)).toMatchObject({ status: 400, body: { fields: [{ path }] } })
})
