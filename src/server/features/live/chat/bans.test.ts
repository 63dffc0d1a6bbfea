import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { banFromStream, chatMessage, getChatState, listBans, listChat } from '#shared/live/chat.ts'
import type { Role } from '#shared/roles.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { streamBans, streams } from '#server/features/live/streams/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { lockChat, upsertBan } from './moderation-queries.ts'

let server: TestApp
let owner: TestClient
beforeAll(async () => {
  server = await startTestApp({ rates: { chat: { points: 1000, seconds: 5 } } })
  owner = await server.member()
})
afterAll(() => server.close())

const send = (client: TestClient, streamId: string, message: string) =>
  client.post('/api/chat/send', { streamId, message })
const messageTexts = async (streamId: string) =>
  listChat.response
    .parse((await server.client().get(`/api/streams/${streamId}/chat`)).body)
    .map(({ message }) => message)
const ban = (by: TestClient, streamId: string, target: TestClient, seconds?: number) =>
  by.put(`/api/streams/${streamId}/bans/${target.user.id}`, seconds === undefined ? undefined : { seconds })
const unban = (by: TestClient, streamId: string, target: TestClient) =>
  by.send('DELETE', `/api/streams/${streamId}/bans/${target.user.id}`)
const bansOf = async (by: TestClient, streamId: string) =>
  listBans.response.parse((await by.get(`/api/streams/${streamId}/bans`)).body)
const viewerOf = async (client: TestClient, streamId: string) =>
  getChatState.response.parse((await client.get(`/api/streams/${streamId}/chat-state`)).body).viewer

async function memberWith(role: Role): Promise<TestClient> {
  const client = await server.member()
  await server.database.db.update(users).set({ role }).where(eq(users.id, client.user.id))
  await server.catchUpWithDatabase()
  return client
}

test('a ban removes the user immediately from all their sockets', async () => {
  const { id } = await owner.createStream()
  const [member, watching] = [await server.member(), await owner.openJoinedSocket(id)]
  const [joined, chatting] = [await member.openJoinedSocket(id), await member.openSubscribedSocket(id)]
  await watching.waitFor('viewer_count', ({ data }) => data.viewerCount === 2)
  expect(banFromStream.response.parse((await ban(owner, id, member)).body)).toEqual({
    kind: 'ban',
    until: null,
    seconds: null,
  })
  await watching.waitFor('viewer_count', ({ data }) => data.viewerCount === 1)
  for (const socket of [joined, chatting]) {
    const restricted = await socket.waitFor('chat_restricted')
    expect(restricted).toMatchObject({ streamId: id, data: { restriction: { kind: 'ban', until: null } } })
  }
  await send(owner, id, 'among ourselves')
  await watching.waitFor('chat_message')
  for (const socket of [joined, chatting]) {
    await socket.roundTrip()
    expect(socket.received.filter(({ type }) => type === 'chat_message')).toEqual([])
  }
  for (const socket of [watching, joined, chatting]) socket.close()
})

test('a banned user cannot join, chat, read or signal, but can load the stream’s record', async () => {
  const { id } = await owner.createStream()
  const member = await server.member()
  await ban(owner, id, member)
  expect(await send(member, id, 'hello')).toMatchObject({ status: 403, body: { code: 'banned' } })
  expect(await member.get(`/api/streams/${id}/chat`)).toMatchObject({
    status: 403,
    body: { code: 'banned' },
  })
  expect((await member.get(`/api/streams/${id}`)).status).toBe(200)
  expect(await viewerOf(member, id)).toMatchObject({ canWrite: false, restriction: { kind: 'ban' } })
  const socket = await member.openSocket(`?stream=true&streamId=${id}`)
  expect(await socket.waitFor('error')).toMatchObject({ code: 'banned', streamId: id })
  for (const message of [
    { type: 'subscribe' },
    { type: 'join_stream' },
    { type: 'chat_message', content: 'hello' },
    { type: 'webrtc_answer', data: { type: 'answer', sdp: 'v=0' } },
  ]) {
    socket.send({ ...message, streamId: id })
    expect(await socket.waitFor('error'), message.type).toMatchObject({ code: 'banned', streamId: id })
  }
  socket.close()
  expect((await send(member, (await owner.createStream()).id, 'elsewhere')).status).toBe(201)
})

test('a ban deletes the user’s messages for everyone, a pinned one too', async () => {
  const { id } = await owner.createStream()
  const [member, other] = [await server.member(), await server.member()]
  const badMessage = chatMessage.parse((await send(member, id, 'bad')).body)
  await send(other, id, 'good')
  await send(member, id, 'worse')
  await owner.put(`/api/streams/${id}/pin`, { messageId: badMessage.id })
  const socket = await server.client().openSubscribedSocket(id)
  await ban(owner, id, member)
  expect((await socket.waitFor('chat_deleted')).data).toEqual({ userId: member.user.id })
  expect((await socket.waitFor('chat_pinned')).data.message).toBeNull()
  expect(await messageTexts(id)).toEqual(['good'])
  const [row] = await server.database.db.select().from(streams).where(eq(streams.id, id))
  expect(row).toMatchObject({ messagesCount: 1, pinnedMessageId: null })
  socket.close()
})

test('a timed-out user can still watch, and can write again afterwards', async () => {
  const { id } = await owner.createStream()
  const member = await server.member()
  const socket = await member.openJoinedSocket(id)
  const until = Date.now() + 90_000
  expect((await ban(owner, id, member, 90)).body).toMatchObject({ kind: 'timeout' })
  const { restriction } = (await socket.waitFor('chat_restricted')).data
  expect(Math.abs(Date.parse(restriction?.until ?? '') - until)).toBeLessThan(5000)
  expect(restriction?.seconds).toBeGreaterThan(80)
  expect(restriction?.seconds).toBeLessThanOrEqual(90)
  const response = await send(member, id, 'hello')
  expect(response).toMatchObject({ status: 403, body: { code: 'timed_out' } })
  expect(response.body).toMatchObject({ message: expect.stringMatching(/again in (8\d|90) seconds/) })
  expect((await member.get(`/api/streams/${id}/chat`)).status).toBe(200)
  await send(owner, id, 'go on')
  await socket.waitFor('chat_message')
  await server.database.db
    .update(streamBans)
    .set({ until: new Date(Date.now() - 1000) })
    .where(eq(streamBans.streamId, id))
  expect((await send(member, id, 'hello again')).status).toBe(201)
  expect(await bansOf(owner, id)).toEqual([])
  expect((await viewerOf(member, id)).restriction).toBeNull()
  socket.close()
})

test('the message about a time-out uses the largest fitting unit', async () => {
  const { id } = await owner.createStream()
  const member = await server.member()
  for (const [seconds, duration] of [
    [600, '10 minutes'],
    [3 * 60 * 60, '3 hours'],
    [14 * 24 * 60 * 60, '14 days'],
  ] as const) {
    await ban(owner, id, member, seconds)
    const response = await send(member, id, 'hello')
    expect(response.body).toMatchObject({ message: `You can write here again in ${duration}.` })
  }
})

test('the latest ban or time-out applies, and lifting it restores access', async () => {
  const { id } = await owner.createStream()
  const member = await server.member()
  const socket = await member.openSocket()
  await ban(owner, id, member, 60)
  await ban(owner, id, member)
  expect(await bansOf(owner, id)).toMatchObject([{ until: null }])
  await unban(owner, id, member)
  await ban(owner, id, member, 120)
  await ban(owner, id, member, 60)
  const listed = await bansOf(owner, id)
  expect(listed).toMatchObject([{ user: { id: member.user.id } }])
  expect(listed[0]?.until).not.toBeNull()
  expect(listed[0]?.user.email).not.toBe(member.user.email)
  for (let round = 0; round < 2; round++)
    expect(await unban(owner, id, member)).toMatchObject({ status: 200, body: { banned: false } })
  await socket.waitFor('chat_restricted', ({ data }) => data.restriction === null)
  expect((await send(member, id, 'back')).status).toBe(201)
  const joined = await member.openJoinedSocket(id)
  for (const each of [socket, joined]) each.close()
})

test('a time-out does not replace a ban', async () => {
  const { id } = await owner.createStream()
  const [moderator, member] = [await memberWith('moderator'), await server.member()]
  await ban(owner, id, member)
  expect(await ban(moderator, id, member, 60)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await bansOf(owner, id)).toMatchObject([{ until: null }])
  expect(await viewerOf(member, id)).toMatchObject({ restriction: { kind: 'ban' } })
})

test('the streamer, moderators and oneself cannot be banned', async () => {
  const { id } = await owner.createStream()
  const [moderator, admin] = [await memberWith('moderator'), await memberWith('admin')]
  for (const [by, target] of [
    [owner, owner],
    [moderator, owner],
    [moderator, moderator],
    [owner, moderator],
    [owner, admin],
    [moderator, server.admin],
  ] as const)
    expect(await ban(by, id, target)).toMatchObject({ status: 422, body: { code: 'unprocessable' } })
  const unknownUser = await owner.put(`/api/streams/${id}/bans/${crypto.randomUUID()}`)
  expect(unknownUser).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test.each([0, -1, 1.5, 14 * 24 * 60 * 60 + 1, 'long'])(
  'a time-out of %s seconds is rejected',
  async (seconds) => {
    const { id } = await owner.createStream()
    const member = await server.member()
    const response = await owner.put(`/api/streams/${id}/bans/${member.user.id}`, { seconds })
    expect(response).toMatchObject({ status: 400, body: { fields: [{ path: 'seconds' }] } })
  },
)

test('a message that waits for the lock of a ban is rejected', async () => {
  const { id } = await owner.createStream()
  const member = await server.member()
  const { db } = server.database
  let response: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await lockChat(tx, id)
    response = send(member, id, 'just in time')
    await waitForBlockedQuery(db)
    await upsertBan(tx, { streamId: id, userId: member.user.id, until: null, bannedBy: owner.user.id })
  })
  expect(await response).toMatchObject({ status: 403, body: { code: 'banned' } })
  expect(await messageTexts(id)).toEqual([])
})

test('a ban fails if its target becomes a moderator while it waits for the lock', async () => {
  const { id } = await owner.createStream()
  const member = await server.member()
  const { db } = server.database
  let response: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await lockChat(tx, id)
    response = ban(owner, id, member)
    await waitForBlockedQuery(db)
    await tx.update(users).set({ role: 'moderator' }).where(eq(users.id, member.user.id))
  })
  expect(await response).toMatchObject({ status: 422, body: { code: 'unprocessable' } })
  expect(await bansOf(owner, id)).toEqual([])
})

test('a user who joins during the ban is removed', async () => {
  const { id } = await owner.createStream()
  const member = await server.member()
  const watching = await owner.openJoinedSocket(id)
  for (let round = 0; round < 5; round++) {
    const socket = await member.openSocket()
    socket.send({ type: 'join_stream', streamId: id })
    await ban(owner, id, member)
    await socket.roundTrip()
    await send(owner, id, `round ${round}`)
    await watching.waitFor('chat_message', ({ data }) => data.message === `round ${round}`)
    await socket.roundTrip()
    expect(socket.received.filter(({ type }) => type === 'chat_message')).toEqual([])
    socket.close()
    await unban(owner, id, member)
  }
  await expect
    .poll(
      async () => (await server.database.db.select().from(streams).where(eq(streams.id, id)))[0]?.viewerCount,
    )
    .toBe(1)
  watching.close()
})

test('a ban that was inserted directly into the table applies', async () => {
  const { id } = await owner.createStream()
  const member = await server.member()
  await server.database.db.execute(sql`
    insert into stream_bans (stream_id, user_id) values (${id}, ${member.user.id})`)
  expect((await send(member, id, 'hello')).body).toMatchObject({ code: 'banned' })
})

test('a misspelled field is rejected and does not ban', async () => {
  const { id } = await owner.createStream()
  const member = await server.member()
  const response = await owner.put(`/api/streams/${id}/bans/${member.user.id}`, { second: 60 })
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid', fields: [{ path: 'second' }] } })
  expect(await bansOf(owner, id)).toEqual([])
})
