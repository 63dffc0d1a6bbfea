import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatMessage, listChat } from '#shared/live/chat.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let owner: TestClient
beforeAll(async () => {
  server = await startTestApp({ rates: { chat: { points: 1000, seconds: 5 } } })
  owner = await server.member()
})
afterAll(() => server.close())

const post = (client: TestClient, streamId: string, fields: object = {}) =>
  client.post('/api/chat/send', { streamId, message: 'hello', ...fields })
const send = async (client: TestClient, streamId: string, fields?: object) =>
  chatMessage.parse((await post(client, streamId, fields)).body)

test('the first message of a member in the chats of a creator is marked, in the frame and the list too', async () => {
  const [one, two] = [await owner.createStream(), await owner.createStream()]
  const member = await server.member()
  const socket = await server.client().openSubscribedSocket(one.id)
  const clientId = crypto.randomUUID()
  expect((await send(member, one.id, { clientId })).isFirst).toBe(true)
  expect((await socket.waitFor('chat_message')).data.isFirst).toBe(true)
  expect((await send(member, one.id, { clientId })).isFirst).toBe(true)
  expect((await send(member, one.id)).isFirst).toBe(false)
  expect((await send(member, two.id)).isFirst).toBe(false)
  const list = listChat.response.parse((await member.get(`/api/streams/${one.id}/chat`)).body)
  expect(list.map(({ isFirst }) => isFirst)).toEqual([true, false])
  const other = await (await server.member()).createStream()
  expect((await send(member, other.id)).isFirst).toBe(true)
  socket.close()
})

test('a streamer’s own messages are not marked', async () => {
  const { id } = await owner.createStream()
  expect((await send(owner, id)).isFirst).toBe(false)
})

test('a refused message is not the first, and a deleted one stays it', async () => {
  const { id } = await owner.createStream()
  const member = await server.member()
  const rules = (change: object) => owner.put(`/api/streams/${id}/chat-rules`, change)
  await rules({ followersOnly: true })
  expect((await post(member, id)).status).toBe(403)
  await rules({ followersOnly: false })
  const first = await send(member, id)
  expect(first.isFirst).toBe(true)
  await member.send('DELETE', `/api/streams/${id}/chat/${first.id}`)
  expect((await send(member, id)).isFirst).toBe(false)
})

test('of a member’s messages to several chats of a creator at once, one is marked', async () => {
  const streams = await Promise.all(Array.from({ length: 4 }, () => owner.createStream()))
  const member = await server.member()
  const messages = await Promise.all(streams.map(({ id }) => send(member, id)))
  expect(messages.filter(({ isFirst }) => isFirst)).toHaveLength(1)
})
