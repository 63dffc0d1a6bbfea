import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chatMessage } from '#shared/live/chat.ts'
import { comment } from '#shared/community/comments.ts'
import { createCreator, idOf } from '#server/features/money/tips/test-tips.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let blocker: TestClient
let blockedMember: TestClient
let third: TestClient
/** A post, a video and a stream of each of the two, and a chat message of each in the stream of a third member. */
let works: Map<TestClient, Works>
let thirdStream: string
type Works = { post: string; video: string; stream: string; announced: string; message: string }

beforeAll(async () => {
  server = await startTestApp()
  blocker = await createCreator(server)
  blockedMember = await createCreator(server)
  third = await server.member()
  thirdStream = (await third.createStream()).id
  works = new Map()
  for (const member of [blocker, blockedMember]) works.set(member, await publish(member))
  await blocker.put(`/api/users/${blockedMember.user.id}/block`)
})
afterAll(() => server.close())

async function publish(member: TestClient): Promise<Works> {
  const said = await member.post('/api/chat/send', { streamId: thirdStream, message: 'Selam' })
  const scheduledFor = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  return {
    post: (await member.createPost()).id,
    video: await storeVideo(server.database.db, member.user.id, { isPublished: true }),
    stream: (await member.createStream()).id,
    announced: (await member.createStream({ scheduledFor })).id,
    message: idOf(said),
  }
}

/** Calls that concern the other, as `method path` and body. */
const CALLS: Record<string, (works: Works, other: TestClient) => [string, string, unknown?]> = {
  'follow the other': (_, { user }) => ['POST', `/api/users/${user.id}/follow`],
  'comment on a post': ({ post }) => ['POST', `/api/posts/${post}/comments`, { content: 'Asante' }],
  'comment on a video': ({ video }) => ['POST', `/api/videos/${video}/comments`, { content: 'Asante' }],
  'like a post': ({ post }) => ['POST', `/api/posts/${post}/like`],
  'share a post': ({ post }) => ['POST', `/api/posts/${post}/share`],
  'bookmark a post': ({ post }) => ['PUT', `/api/posts/${post}/bookmark`],
  'like a video': ({ video }) => ['POST', `/api/videos/${video}/like`],
  'like a stream': ({ stream }) => ['POST', `/api/streams/${stream}/like`],
  'chat in a stream': ({ stream }) => ['POST', '/api/chat/send', { streamId: stream, message: 'Selam' }],
  'reply to a message in the stream of a third member': ({ message }) => [
    'POST',
    '/api/chat/send',
    { streamId: thirdStream, message: 'Selam', replyTo: message },
  ],
  'ask for a reminder': ({ announced }) => ['PUT', `/api/streams/${announced}/reminder`],
  'tip the other': (_, { user }) => [
    'POST',
    '/api/paypal/order',
    { currency: 'USD', intent: 'CAPTURE', amount: '5.00', streamerId: user.id },
  ],
}

const worksOf = (member: TestClient): Works => {
  const found = works.get(member)
  if (!found) throw new Error('the member has published nothing')
  return found
}
/** Each of the two as the caller, with the other. */
const pairs = () =>
  [
    [blocker, blockedMember],
    [blockedMember, blocker],
  ] as const

test.each(Object.entries(CALLS))('neither of the two can %s', async (_name, call) => {
  for (const [caller, other] of pairs()) {
    const [method, path, body] = call(worksOf(other), other)
    expect(await caller.send(method, path, body)).toMatchObject({ status: 403, body: { code: 'blocked' } })
  }
})

test('the socket refuses a chat message like the call', async () => {
  const { stream } = worksOf(blocker)
  const socket = await blockedMember.openSubscribedSocket(stream)
  socket.send({ type: 'chat_message', streamId: stream, content: 'Selam' })
  expect(await socket.waitFor('error')).toMatchObject({ code: 'blocked', requestType: 'chat_message' })
  socket.close()
})

test('pages know before that a message or tip would be refused', async () => {
  for (const [caller, other] of pairs()) {
    const { stream } = worksOf(other)
    expect((await caller.get(`/api/streams/${stream}`)).body).toMatchObject({ viewer: { canChat: false } })
    const state = await caller.get(`/api/streams/${stream}/chat-state`)
    expect(state.body).toMatchObject({ viewer: { canWrite: false, hasBlock: true } })
    const tipping = await caller.get(`/api/users/${other.user.id}/tipping`)
    expect(tipping.body).toMatchObject({ canReceive: false, reason: 'blocked' })
  }
})

test('posts and their comments do not exist for the two, public streams and videos do', async () => {
  for (const [caller, other] of pairs()) {
    const { post, video, stream } = worksOf(other)
    for (const path of [`/api/posts/${post}`, `/api/posts/${post}/comments`])
      expect((await caller.get(path)).status, path).toBe(404)
    for (const path of [`/api/streams/${stream}`, `/api/videos/${video}`, `/api/users/${other.user.id}`])
      expect((await caller.get(path)).status, path).toBe(200)
  }
})

test('a private stream is not open across a block, although its link is', async () => {
  for (const [caller, other] of pairs()) {
    const { id } = await other.createStream({ settings: { isPublic: false } })
    expect((await caller.get(`/api/streams/${id}`)).status).toBe(404)
    expect((await third.get(`/api/streams/${id}`)).status).toBe(200)
  }
})

test('both go on chatting in the stream of a third member', async () => {
  for (const [caller] of pairs())
    expect((await caller.post('/api/chat/send', { streamId: thirdStream, message: 'Selam' })).status).toBe(
      201,
    )
})

test('a mention of the other stays plain text, also below what the other has published', async () => {
  for (const [caller, other] of pairs()) {
    const content = `With @${other.user.handle}`
    expect(await caller.createPost({ content })).toMatchObject({ content, mentions: [] })
    const by = await third.post(`/api/posts/${worksOf(caller).post}/comments`, { content })
    expect(comment.parse(by.body)).toMatchObject({ content, mentions: [] })
    expect(JSON.stringify((await other.get('/api/notifications')).body)).not.toContain('mention')
  }
})

test('a mention by a third member is a link for others alone', async () => {
  const { id } = await third.createPost({ content: `With @${blocker.user.handle}` })
  const mentionsFor = async (client: TestClient) => (await client.get(`/api/posts/${id}`)).body
  expect(await mentionsFor(third)).toMatchObject({ mentions: [{ userId: blocker.user.id }] })
  expect(await mentionsFor(blockedMember)).toMatchObject({ mentions: [] })
})

test('a reply of a third member to the other stays, without what it replies to', async () => {
  const { message } = worksOf(blocker)
  const reply = await third.post('/api/chat/send', {
    streamId: thirdStream,
    message: 'Yes',
    replyTo: message,
  })
  const { id } = chatMessage.parse(reply.body)
  const { body } = await blockedMember.get(`/api/streams/${thirdStream}/chat`)
  expect(body).toContainEqual(expect.objectContaining({ id, replyTo: null }))
})

test('what was liked before can be taken back', async () => {
  const [one, other] = [await server.member(), await server.member()]
  const { id } = await other.createPost()
  await one.post(`/api/posts/${id}/like`)
  await other.put(`/api/users/${one.user.id}/block`)
  expect((await one.post(`/api/posts/${id}/like`, { liked: false })).body).toEqual({
    liked: false,
    likesCount: 0,
  })
})

test('a muted member is not announced, and notifies of nothing', async () => {
  const [fan, other, streamer] = [await server.member(), await server.member(), await server.member()]
  for (const follower of [fan, other])
    await follower.post(`/api/users/${streamer.user.id}/follow`, { following: true })
  await fan.put(`/api/users/${streamer.user.id}/mute`)
  const { id } = await fan.createPost()
  await streamer.post(`/api/posts/${id}/like`)
  await streamer.post(`/api/posts/${id}/comments`, { content: `For @${fan.user.handle}` })
  const { id: streamId } = await streamer.createStream()
  await streamer.put(`/api/streams/${streamId}`, { isLive: true })
  // The job notifies all followers at once.
  await vi.waitFor(async () =>
    expect((await other.get('/api/notifications')).body).toMatchObject([{ type: 'live' }]),
  )
  expect((await fan.get('/api/notifications')).body).toEqual([])
  expect((await fan.get('/api/notifications/unread')).body).toEqual({ unreadCount: 0 })
  const following = await fan.get(`/api/follows/${fan.user.id}/${streamer.user.id}`)
  expect(following.body).toEqual({ following: true })
})

test('a block takes back what others have told about the posts of the other', async () => {
  const [one, other] = [await server.member(), await server.member()]
  const { id } = await other.createPost()
  await third.post(`/api/posts/${id}/comments`, { content: `With @${one.user.handle}` })
  const types = async () => JSON.stringify((await one.get('/api/notifications')).body)
  expect(await types()).toContain('mention')
  await other.put(`/api/users/${one.user.id}/block`)
  expect(await types()).toBe('[]')
})
