import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatMessage, getChatState, listChat } from '#shared/live/chat.ts'
import { listHeldChat } from '#shared/live/held-chat.ts'
import { stream } from '#shared/live/streams.ts'
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

/** A stream whose chat holds messages with the word 'spoiler'. */
async function createHoldingStream(): Promise<string> {
  const { id } = await owner.createStream()
  const rules = { watchedWords: ['spoiler'], watchedWordsAction: 'hold' }
  expect((await owner.put(`/api/streams/${id}/chat-rules`, rules)).status).toBe(200)
  return id
}
const post = (client: TestClient, streamId: string, message: string, fields: object = {}) =>
  client.post('/api/chat/send', { streamId, message, ...fields })
const send = async (client: TestClient, streamId: string, message: string, fields?: object) =>
  chatMessage.parse((await post(client, streamId, message, fields)).body)
const review = (client: TestClient, streamId: string, messageId: string, isApproved: boolean) =>
  client.post(`/api/streams/${streamId}/held-chat/${messageId}`, { isApproved })
const listHeld = async (client: TestClient, streamId: string) =>
  listHeldChat.response.parse((await client.get(`/api/streams/${streamId}/held-chat`)).body)
const textsOf = async (client: TestClient, streamId: string, query = '') =>
  listChat.response
    .parse((await client.get(`/api/streams/${streamId}/chat${query}`)).body)
    .map(({ message }) => message)
const ownHeld = async (client: TestClient, streamId: string) =>
  getChatState.response
    .parse((await client.get(`/api/streams/${streamId}/chat-state`)).body)
    .viewer.held.map(({ message }) => message)
const countOf = async (id: string) => stream.parse((await owner.get(`/api/streams/${id}`)).body).messagesCount

test('a held message is for its author and the moderators alone, until one approves it', async () => {
  const id = await createHoldingStream()
  const viewer = await server.client().openSubscribedSocket(id)
  const clientId = crypto.randomUUID()
  const held = await send(member, id, 'a spoiler', { clientId })
  expect(held.isHeld).toBe(true)
  expect(await send(member, id, 'a spoiler', { clientId })).toEqual(held)
  const after = await send(member, id, 'and more')
  expect((await viewer.waitFor('chat_message')).data.message).toBe('and more')
  expect(await textsOf(member, id)).toEqual(['and more'])
  expect(await ownHeld(member, id)).toEqual(['a spoiler'])
  expect(await ownHeld(owner, id)).toEqual([])
  expect(await countOf(id)).toBe(1)
  expect((await listHeld(owner, id)).map(({ message }) => message)).toEqual(['a spoiler'])
  expect((await listHeld(server.admin, id)).length).toBe(1)
  expect((await review(member, id, held.id, true)).status).toBe(403)

  expect((await review(owner, id, held.id, true)).status).toBe(200)
  const { data: shown, messagesCount } = await viewer.waitFor('chat_message')
  expect(messagesCount).toBe(2)
  expect(shown).toMatchObject({ message: 'a spoiler', clientId, isHeld: false })
  expect(shown.id > after.id).toBe(true)
  expect(await textsOf(member, id)).toEqual(['and more', 'a spoiler'])
  expect(await textsOf(member, id, `?after=${after.id}`)).toEqual(['a spoiler'])
  expect([await ownHeld(member, id), await listHeld(owner, id)]).toEqual([[], []])
  expect(await countOf(id)).toBe(2)
  expect((await review(owner, id, held.id, true)).status).toBe(404)
  viewer.close()
})

test('a dropped message is shown to nobody, and its author’s pages remove it', async () => {
  const id = await createHoldingStream()
  const held = await send(member, id, 'spoiler')
  const socket = await member.openSubscribedSocket(id)
  expect((await review(server.admin, id, held.id, false)).status).toBe(200)
  expect(await socket.waitFor('chat_deleted')).toMatchObject({
    streamId: id,
    data: { messageIds: [held.id] },
  })
  expect([await textsOf(member, id), await ownHeld(member, id), await listHeld(owner, id)]).toEqual([
    [],
    [],
    [],
  ])
  expect(await countOf(id)).toBe(0)
  expect((await review(owner, id, held.id, true)).status).toBe(404)
  socket.close()
})

test('of two moderators who approve a message at once, one does, and it is shown once', async () => {
  const id = await createHoldingStream()
  const held = await send(member, id, 'spoiler')
  const responses = await Promise.all([owner, server.admin].map((each) => review(each, id, held.id, true)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(await textsOf(member, id)).toEqual(['spoiler'])
  expect(await countOf(id)).toBe(1)
})

test('the messages of those who would review them are not held', async () => {
  const id = await createHoldingStream()
  for (const client of [owner, server.admin]) expect((await send(client, id, 'spoiler')).isHeld).toBe(false)
})

test('a held message is held to slow mode, and to nothing of another chat', async () => {
  const id = await createHoldingStream()
  await owner.put(`/api/streams/${id}/chat-rules`, { slowModeSeconds: 60 })
  expect((await send(member, id, 'spoiler')).isHeld).toBe(true)
  expect((await post(member, id, 'hello')).status).toBe(429)
  const other = await owner.createStream()
  const [held] = await listHeld(owner, id)
  expect((await review(owner, other.id, held?.id ?? '', true)).status).toBe(404)
})

test('an approved message waits no longer after the words have changed', async () => {
  const id = await createHoldingStream()
  const held = await send(member, id, 'spoiler')
  await owner.put(`/api/streams/${id}/chat-rules`, { watchedWords: [], watchedWordsAction: 'refuse' })
  expect((await review(owner, id, held.id, true)).status).toBe(200)
  expect(await textsOf(member, id)).toEqual(['spoiler'])
})

test('a held message that its author deletes, or whose author is timed out, waits no longer', async () => {
  const id = await createHoldingStream()
  await send(member, id, 'and more')
  const held = await send(member, id, 'a spoiler')
  expect((await member.send('DELETE', `/api/streams/${id}/chat/${held.id}`)).status).toBe(200)
  expect([await ownHeld(member, id), await listHeld(owner, id)]).toEqual([[], []])
  expect((await review(owner, id, held.id, true)).status).toBe(404)
  expect(await countOf(id)).toBe(1)

  await send(member, id, 'another spoiler')
  const timedOut = await owner.put(`/api/streams/${id}/bans/${member.user.id}`, { seconds: 60 })
  expect(timedOut.status).toBe(200)
  expect(await listHeld(owner, id)).toEqual([])
  expect(await countOf(id)).toBe(0)
})
