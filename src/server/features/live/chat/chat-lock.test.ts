import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatMessage } from '#shared/live/chat.ts'
import { stream as streamSchema } from '#shared/live/streams.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { chatMessages } from './schema.ts'

let server: TestApp
let owner: TestClient
let member: TestClient
beforeAll(async () => {
  const unlimited = { points: 1000, seconds: 5 }
  server = await startTestApp({ rates: { chat: unlimited, starts: unlimited } })
  ;[owner, member] = [await server.member(), await server.member()]
})
afterAll(() => server.close())

const send = (client: TestClient, streamId: string) =>
  client.post('/api/chat/send', { streamId, message: 'hello' })

test('moderation of the chat does not change when the stream was updated', async () => {
  const { id } = await owner.createStream()
  const before = await getStream(id)
  const messageId = chatMessage.parse((await send(member, id)).body).id
  const bans = `/api/streams/${id}/bans/${member.user.id}`
  for (const response of [
    await owner.put(`/api/streams/${id}/pin`, { messageId }),
    await owner.put(`/api/streams/${id}/chat-rules`, { slowModeSeconds: 10 }),
    await owner.send('DELETE', `/api/streams/${id}/chat/${messageId}`),
    await owner.put(bans),
    await owner.send('DELETE', bans),
  ])
    expect(response.status).toBe(200)
  expect((await getStream(id)).updatedAt).toBe(before.updatedAt)
})

test('a message that waits while the chat is closed is rejected', async () => {
  const { id } = await owner.createStream()
  const { db } = server.database
  let response: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`update streams set allow_chat = false where id = ${id}`)
    response = send(member, id)
    await waitForBlockedQuery(db)
  })
  expect(await response).toMatchObject({ status: 403, body: { code: 'chat_closed' } })
  expect(await db.$count(chatMessages, eq(chatMessages.streamId, id))).toBe(0)
})

test('nobody waits for the chat of a deleted stream: a job deletes it', async () => {
  const { id } = await owner.createStream()
  const { id: otherId } = await owner.createStream()
  const { db } = server.database
  for (const streamId of [id, otherId])
    await db.execute(sql`insert into chat_messages (id, stream_id, user_id, message)
      select gen_random_uuid(), ${streamId}, ${member.user.id}, 'hello' from generate_series(1, 5001)`)
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from chat_messages where stream_id = ${id} limit 1 for update`)
    expect(await owner.send('DELETE', `/api/streams/${id}`)).toMatchObject({ status: 200 })
    expect(await member.get(`/api/streams/${id}/chat`)).toMatchObject({ status: 404 })
    expect(await send(member, id)).toMatchObject({ status: 404 })
  })
  const count = (streamId: string) => db.$count(chatMessages, eq(chatMessages.streamId, streamId))
  await expect.poll(() => count(id)).toBe(0)
  expect(await count(otherId)).toBe(5001)
})

test('chat, moderation, starts, ends and the deletion of a stream do not deadlock', async () => {
  const { id } = await owner.createStream()
  const [troll, moderated] = [await server.member(), await send(member, id)]
  const messageId = chatMessage.parse(moderated.body).id
  const call = (isLast: boolean) => [
    ...Array.from({ length: 4 }, () => send(member, id)),
    send(troll, id),
    owner.put(`/api/streams/${id}/bans/${troll.user.id}`),
    owner.send('DELETE', `/api/streams/${id}/bans/${troll.user.id}`),
    owner.put(`/api/streams/${id}/pin`, { messageId }),
    member.send('DELETE', `/api/streams/${id}/chat/${messageId}`),
    owner.put(`/api/streams/${id}/chat-rules`, { followersOnly: false }),
    member.post(`/api/streams/${id}/like`),
    owner.put(`/api/streams/${id}`, { isLive: !isLast }),
    owner.put(`/api/streams/${id}`, { isLive: false }),
    ...(isLast ? [owner.send('DELETE', `/api/streams/${id}`)] : []),
  ]
  for (let round = 0; round < 6; round++) {
    const responses = await Promise.all(call(round === 5))
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
  }
})

const getStream = async (id: string) => streamSchema.parse((await owner.get(`/api/streams/${id}`)).body)
