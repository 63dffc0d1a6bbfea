import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { comment } from '#shared/community/comments.ts'
import { chatMessage } from '#shared/live/chat.ts'
import { LIST_VERSION_HEADER } from '#shared/constants.ts'
import { listNotifications } from '#shared/notifications/notifications.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { ChannelTarget, Cursor } from '#shared/socket.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { commentsTopic } from '#server/features/community/comments/topics.ts'
import { FEED_TOPIC } from '#server/features/community/posts/topics.ts'
import { posts } from '#server/features/community/posts/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient, TestSocket } from '#server/testing/test-client.ts'
import { userBanned } from '#server/features/live/streams/events.ts'

let server: TestApp
let author: TestClient
let reader: TestClient
beforeAll(async () => {
  server = await startTestApp()
  author = await server.member()
  reader = await server.member()
})
afterAll(() => server.close())

/** Opens a socket whose subscription continues from a snapshot, as that of a page. */
async function subscribe(client: TestClient, target: ChannelTarget, since?: Cursor): Promise<TestSocket> {
  const socket = await client.openSocket()
  onTestFinished(() => socket.close())
  socket.send({ type: 'subscribe_channel', ...target, ...(since !== undefined && { since }) })
  return socket
}

/** Waits for the reply to the subscription; returns the messages before it, and whether the page must reload. */
async function catchUp(client: TestClient, target: ChannelTarget, since?: Cursor) {
  const socket = await subscribe(client, target, since)
  const { mustReload, cursor } = await socket.waitFor('channel_subscribed')
  const missed = socket.received.splice(0)
  return { socket, missed, mustReload, cursor }
}

const postIdsOf = (messages: readonly Downstream[]) =>
  messages.flatMap((message) => (message.type === 'post_created' ? message.postId : []))
const postIdsOfLast = (messages: readonly Downstream[], count: number) => postIdsOf(messages).slice(-count)

/** Posts seconds ago, so that the overlap of concurrent transactions does not repeat them. */
async function createOldPost(client: TestClient): Promise<string> {
  const { id } = await client.createPost()
  await server.database.db
    .update(posts)
    .set({ createdAt: sql`now() - interval '1 minute'` })
    .where(eq(posts.id, id))
  return id
}

async function addComment(client: TestClient, postId: string): Promise<string> {
  const { body } = await client.post(`/api/posts/${postId}/comments`, { content: 'Lovely' })
  return comment.parse(body).id
}

async function sendChat(client: TestClient, streamId: string, message: string): Promise<string> {
  return chatMessage.parse((await client.post('/api/chat/send', { streamId, message })).body).id
}

async function deactivate({ user }: TestClient): Promise<void> {
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, user.id))
  await server.catchUpWithDatabase()
}

test('a post published between the feed and its subscription is announced, then those published later', async () => {
  const newest = await createOldPost(author)
  expect((await catchUp(reader, { channel: 'feed' }, newest)).missed).toEqual([])
  const between = await author.createPost()
  const { socket, missed, cursor } = await catchUp(reader, { channel: 'feed' }, newest)
  expect(missed).toEqual([{ type: 'post_created', postId: between.id, authorId: author.user.id }])
  expect(cursor).toBe(between.id)
  const later = await author.createPost()
  expect(await socket.waitFor('post_created')).toMatchObject({ postId: later.id })
  // As after a reconnect: from the last one that arrived.
  const offline = await author.createPost()
  expect(postIdsOfLast((await catchUp(reader, { channel: 'feed' }, later.id)).missed, 1)).toEqual([
    offline.id,
  ])
})

test('a post that is committed after one with a later id is not missed', async () => {
  let later: string | undefined
  const slow = uuidv7()
  await server.database.db.transaction(async (tx) => {
    await tx.insert(posts).values({ id: slow, authorId: author.user.id, content: 'slow' })
    later = (await reader.createPost()).id
  })
  const { missed } = await catchUp(reader, { channel: 'feed' }, later)
  expect(postIdsOf(missed)).toContain(slow)
  expect(postIdsOf(missed)).not.toContain(later)
})

test('a client that sends no cursor is only subscribed', async () => {
  await author.createPost()
  const { socket, missed, mustReload } = await catchUp(reader, { channel: 'feed' })
  expect({ missed, mustReload }).toEqual({ missed: [], mustReload: false })
  const { id } = await author.createPost()
  expect(await socket.waitFor('post_created')).toMatchObject({ postId: id })
  socket.send({ type: 'unsubscribe_channel', channel: 'feed' })
  await socket.roundTrip()
  await author.createPost()
  await socket.roundTrip()
  expect(socket.received).toEqual([])
})

test('a deleted or unknown cursor, and too many missed posts, make the page reload', async () => {
  const deleted = await createOldPost(author)
  await author.send('DELETE', `/api/posts/${deleted}`)
  const old = await createOldPost(author)
  await server.database.db.execute(sql`
    insert into posts (id, author_id, content)
    select gen_random_uuid(), ${author.user.id}, 'x' from generate_series(1, 100)`)
  await server.database.db.execute(sql`
    update posts set id = overlay(id::text placing 'ffffffff' from 1 for 8)::uuid where content = 'x'`)
  for (const since of [deleted, crypto.randomUUID(), old, null])
    expect(await catchUp(reader, { channel: 'feed' }, since)).toMatchObject({ missed: [], mustReload: true })
  await server.database.db.execute(sql`delete from posts where content = 'x'`)
})

test('what is published while the missed posts are read arrives after them', async () => {
  const newest = await createOldPost(author)
  const between = await author.createPost()
  let socket: TestSocket | undefined
  await server.database.db.transaction(async (tx) => {
    await tx.execute(sql`lock table posts in access exclusive mode`)
    socket = await subscribe(reader, { channel: 'feed' }, newest)
    await waitForBlockedQuery(server.database.db)
    server.app.context.hub.publish(FEED_TOPIC, { type: 'post_deleted', postId: between.id })
  })
  await socket?.waitFor('post_deleted')
  expect([...new Set(socket?.received.map(({ type }) => type))]).toEqual([
    'post_created',
    'channel_subscribed',
  ])
})

test('a crowd that subscribes at once is served by one query', async () => {
  const post = await author.createPost()
  const topic = commentsTopic(post.id)
  const target = { channel: 'comments', id: post.id } as const
  let sockets: TestSocket[] = []
  await server.database.db.transaction(async (tx) => {
    await tx.execute(sql`lock table posts in access exclusive mode`)
    sockets = await Promise.all(Array.from({ length: 15 }, () => subscribe(server.client(), target, null)))
    await vi.waitFor(() => expect(server.app.context.sockets.subscribersOf(topic)).toHaveLength(15))
    await waitForBlockedQuery(server.database.db)
  })
  for (const socket of sockets) await socket.waitFor('channel_subscribed')
})

test("a user's own lists of posts only contain the posts that belong to them", async () => {
  const [fan, followed, other] = [await server.member(), await server.member(), await server.member()]
  await fan.post(`/api/users/${followed.user.id}/follow`, { following: true })
  const [followedPost, otherPost] = [await followed.createPost(), await other.createPost()]
  expect(postIdsOf((await catchUp(fan, { channel: 'circle' }, null)).missed)).toEqual([followedPost.id])
  const ofOther = { channel: 'user_posts', id: other.user.id } as const
  expect(postIdsOf((await catchUp(fan, ofOther, null)).missed)).toEqual([otherPost.id])
  const visitor = await subscribe(server.client(), { channel: 'circle' }, null)
  expect(await visitor.waitFor('error')).toMatchObject({ code: 'unauthorized', channel: 'circle' })
})

test('a comment written between the list and its subscription is announced, then the later ones', async () => {
  const post = await author.createPost()
  const target = { channel: 'comments', id: post.id } as const
  const first = await addComment(author, post.id)
  const announced = { type: 'comment_created', postId: post.id, videoId: null, userId: author.user.id }
  const { socket, missed } = await catchUp(reader, target, null)
  expect(missed).toEqual([{ ...announced, commentId: first }])
  const second = await addComment(author, post.id)
  expect(await socket.waitFor('comment_created')).toEqual({ ...announced, commentId: second })
  expect((await catchUp(reader, target, second)).mustReload).toBe(false)
  await author.send('DELETE', `/api/comments/${second}`)
  expect(await socket.waitFor('comment_deleted')).toMatchObject({ postId: post.id, commentId: second })
  expect((await catchUp(reader, target, second)).mustReload).toBe(true)
})

test('the list of live streams is reloaded if a stream started or ended after it was read', async () => {
  const streamer = await server.member()
  const { id } = await streamer.createStream()
  const hidden = await streamer.createStream({ settings: { isPublic: false } })
  const readVersion = async () => {
    const { headers } = await reader.get('/api/streams/live')
    return headers.get(LIST_VERSION_HEADER)
  }
  const isOutdated = async (version: string | null) =>
    (await catchUp(reader, { channel: 'live' }, version)).mustReload
  const before = await readVersion()
  await streamer.put(`/api/streams/${id}`, { isLive: true })
  expect(await isOutdated(before)).toBe(true)
  const during = await readVersion()
  expect(await isOutdated(during)).toBe(false)
  await streamer.put(`/api/streams/${id}`, { isLive: false })
  expect(await isOutdated(during)).toBe(true)
  const after = await readVersion()
  await streamer.put(`/api/streams/${hidden.id}`, { isLive: true })
  expect(await isOutdated(after)).toBe(false)
  expect((await reader.get('/api/streams/upcoming')).headers.get(LIST_VERSION_HEADER)).toBe(after)
})

test('a chat message sent between the list and its subscription is delivered, then the later ones', async () => {
  const { id: streamId } = await author.createStream()
  const first = await sendChat(author, streamId, 'first')
  const second = await sendChat(author, streamId, 'second')
  const socket = await reader.openSubscribedSocket(streamId)
  socket.send({ type: 'subscribe_channel', channel: 'chat', id: streamId, since: first })
  expect(await socket.waitFor('channel_subscribed')).toMatchObject({ mustReload: false, cursor: second })
  expect(socket.received).toMatchObject([{ type: 'chat_message', data: { message: 'second' } }])
  await sendChat(author, streamId, 'third')
  await socket.waitFor('chat_message', ({ data }) => data.message === 'third')
  socket.close()
})

test('chat is only for sockets that may see the stream, and ends with a ban', async () => {
  const { id: streamId } = await author.createStream({ settings: { isPublic: false } })
  await sendChat(author, streamId, 'secret')
  const target = { channel: 'chat', id: streamId } as const
  const visitor = await subscribe(server.client(), target, null)
  expect(await visitor.waitFor('error')).toMatchObject({ code: 'not_found', ...target })
  const banned = await server.member()
  const socket = await banned.openSubscribedSocket(streamId)
  await server.database.db.transaction(async (tx) => {
    await tx.execute(sql`lock table users in access exclusive mode`)
    socket.send({ type: 'subscribe_channel', ...target, since: null })
    await waitForBlockedQuery(server.database.db, 1, 'from chat_messages')
    server.app.context.events.publish(userBanned, { streamId, userId: banned.user.id })
  })
  expect(await socket.waitFor('error')).toMatchObject({ code: 'not_found', ...target })
  expect(socket.received.filter(({ type }) => type === 'chat_message')).toEqual([])
  socket.close()
})

test('a notification recorded between the list and its subscription is delivered to its recipient only', async () => {
  const [member, fan] = [await server.member(), await server.member()]
  const like = async () => fan.post(`/api/posts/${(await member.createPost()).id}/like`, { liked: true })
  const list = async () => listNotifications.response.parse((await member.get('/api/notifications')).body)
  await like()
  await vi.waitFor(async () => expect(await list()).toHaveLength(1))
  const [first] = await list()
  await like()
  const { missed } = await catchUp(member, { channel: 'notifications' }, first?.createdAt)
  const [second] = await list()
  expect(missed.at(-1)).toMatchObject({ type: 'notification', unreadCount: 2, data: { id: second?.id } })
  const unread = await catchUp(member, { channel: 'unread' }, '1')
  expect(unread.missed).toEqual([{ type: 'notification', unreadCount: 2, data: null }])
  expect((await catchUp(member, { channel: 'unread' }, '2')).missed).toEqual([])
  expect((await catchUp(fan, { channel: 'notifications' }, null)).missed).toEqual([])
})

test('nothing of a deactivated user is announced', async () => {
  const leaving = await server.member()
  const post = await author.createPost()
  const hidden = await leaving.createPost()
  await addComment(leaving, post.id)
  const { id: streamId } = await author.createStream()
  await sendChat(leaving, streamId, 'gone')
  const newest = post.id
  // Shares its result with the next subscriptions, unless the deactivation removes it.
  expect(postIdsOf((await catchUp(reader, { channel: 'feed' }, newest)).missed)).toContain(hidden.id)
  await deactivate(leaving)
  expect(postIdsOf((await catchUp(reader, { channel: 'feed' }, newest)).missed)).not.toContain(hidden.id)
  expect((await catchUp(reader, { channel: 'comments', id: post.id }, null)).missed).toEqual([])
  const chat = await reader.openSubscribedSocket(streamId)
  chat.send({ type: 'subscribe_channel', channel: 'chat', id: streamId, since: null })
  await chat.waitFor('channel_subscribed')
  expect(chat.received).toEqual([])
  chat.close()
  for (const target of [
    { channel: 'comments', id: hidden.id },
    { channel: 'user_posts', id: leaving.user.id },
  ] as const) {
    const socket = await subscribe(reader, target, null)
    expect(await socket.waitFor('error')).toMatchObject({ code: 'not_found', ...target })
  }
})

test('subscriptions are limited, and the reply names the refused one', async () => {
  const limited = await startTestApp({ rates: { subscriptions: { points: 1, seconds: 60 } } })
  onTestFinished(() => limited.close())
  const socket = await limited.admin.openSocket()
  for (let count = 0; count < 2; count++) socket.send({ type: 'subscribe_channel', channel: 'live' })
  await socket.waitFor('channel_subscribed')
  const refused = { code: 'rate_limited', requestType: 'subscribe_channel', channel: 'live' }
  expect(await socket.waitFor('error')).toMatchObject({ ...refused, retryAfter: 60 })
  socket.close()
})
