import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chatMessage } from '#shared/live/chat.ts'
import { usersOf } from '#shared/users-of-message.ts'
import { createCreator, idOf, sendTip } from './features/money/tips/test-tips.ts'
import { storeVideo } from './features/videos/videos/test-queries.ts'
import { WITHOUT_OTHER_USERS } from '#server/testing/endpoints-without-users.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

/** What others, and users hidden from them, have done around a third user. */
type Scene = {
  other: TestClient
  third: TestClient
  /** A word in all names, titles and posts of the other. */
  word: string
  tag: string
  post: string
  /** Of the third user, who mentions the other in it. */
  thirdPost: string
  /** Of the third user. The other chats and tips in it. */
  thirdStream: string
  firstMessage: string
  /** Has a pinned message of the other. */
  pinnedStream: string
  /** Its recording. */
  thirdVideo: string
}

type List = {
  paths: (scene: Scene) => string[]
  /** What one member has published: a mute leaves it, as it opens by a link. */
  isOfOne?: boolean
}

const list = (...paths: string[]): List => ({ paths: () => paths })
const listOf = (paths: List['paths']): List => ({ paths })
const ofOne = (paths: List['paths']): List => ({ paths, isOfOne: true })

/** Every endpoint that returns users, or what users have published. */
const LISTS: Record<string, List> = {
  'GET /api/bookmarks': list('/api/bookmarks'),
  'GET /api/notifications': list('/api/notifications'),
  'GET /api/posts/:id': ofOne(({ post }) => [`/api/posts/${post}`]),
  'GET /api/posts/:id/comments': listOf(({ thirdPost }) => [`/api/posts/${thirdPost}/comments`]),
  'GET /api/posts/circle': list('/api/posts/circle?limit=100'),
  'GET /api/posts/feed': list('/api/posts/feed?limit=100'),
  'GET /api/search': listOf(({ word, tag }) => [
    ...['people', 'posts', 'streams', 'videos'].map((type) => `/api/search?type=${type}&q=${word}`),
    `/api/search?q=%23${tag}`,
    `/api/search?q=${word.slice(0, -1)}`,
  ]),
  'GET /api/search/suggest': listOf(({ word }) => [`/api/search/suggest?q=${word}`]),
  'GET /api/streams/:id/chat': listOf(({ thirdStream, firstMessage }) => [
    `/api/streams/${thirdStream}/chat`,
    `/api/streams/${thirdStream}/chat?after=${firstMessage}`,
  ]),
  'GET /api/streams/:id/chat-state': listOf(({ thirdStream, pinnedStream }) => [
    `/api/streams/${thirdStream}/chat-state`,
    `/api/streams/${pinnedStream}/chat-state`,
  ]),
  'GET /api/streams/live': list('/api/streams/live?limit=100'),
  'GET /api/streams/recent': list('/api/streams/recent?limit=100'),
  'GET /api/streams/upcoming': list('/api/streams/upcoming?limit=100'),
  'GET /api/users': listOf(({ word }) => ['/api/users?limit=100', `/api/users?mention=${word}`]),
  'GET /api/users/:userId/followers': listOf(({ third }) => [`/api/users/${third.user.id}/followers`]),
  'GET /api/users/:userId/following': listOf(({ third }) => [`/api/users/${third.user.id}/following`]),
  'GET /api/users/:userId/posts': ofOne(({ other }) => [`/api/users/${other.user.id}/posts`]),
  'GET /api/users/:userId/social-links': ofOne(({ other }) => [`/api/users/${other.user.id}/social-links`]),
  'GET /api/users/:userId/streams': ofOne(({ other }) => [
    `/api/users/${other.user.id}/streams`,
    `/api/streams/upcoming?userId=${other.user.id}`,
  ]),
  'GET /api/users/:userId/videos': ofOne(({ other }) => [`/api/users/${other.user.id}/videos`]),
  'GET /api/users/suggested': list('/api/users/suggested?limit=100'),
  'GET /api/videos': list('/api/videos?limit=100', '/api/videos?sort=popular&limit=100'),
  'GET /api/videos/:id/chat': listOf(({ thirdVideo }) => [
    `/api/videos/${thirdVideo}/chat`,
    `/api/videos/${thirdVideo}/chat?tips=true`,
  ]),
  'GET /api/videos/:id/comments': listOf(({ thirdVideo }) => [`/api/videos/${thirdVideo}/comments`]),
  'GET /api/videos/:id/related': listOf(({ thirdVideo }) => [`/api/videos/${thirdVideo}/related?limit=100`]),
}

/** Endpoints that return a hidden user all the same, and why. */
const NOT_FILTERED: Record<string, string> = {
  'GET /api/oembed': 'is for other sites, and says the same to everyone',
  'GET /api/payments': 'money that the requester has paid',
  'GET /api/streams/:id': 'a public stream stays open by its link',
  'GET /api/streams/:id/recording': 'a public video stays open by its link',
  'GET /api/tips': 'money that the requester has received or paid',
  'GET /api/tips/:userId': 'money that the requester has received or paid',
  'GET /api/users/:userId': 'the record, so that the requester can unblock',
  'GET /api/uploads/:id/file': 'the own upload',
  'GET /api/videos/:id': 'a public video stays open by its link',
  'GET /api/videos/:id/file': 'a public video stays open by its link',
  'GET /api/videos/:id/files/:version/:name': 'a public video stays open by its link',
}

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
const minuteAgo = () => new Date(Date.now() - 60_000)

let server: TestApp
beforeAll(async () => {
  const frequent = { points: 10_000, seconds: 600 }
  server = await startTestApp({
    rates: {
      searches: frequent,
      suggestions: frequent,
      userLists: frequent,
      streams: frequent,
      starts: frequent,
    },
  })
})
afterAll(() => server.close())

test('every endpoint for members that returns other users is in the table, or not filtered for a reason', () => {
  const mounted = server.app.routes
    .filter(({ endpoint, method, access = '' }) => {
      return endpoint && method === 'GET' && (access === 'anyone' || access === 'member')
    })
    .map(({ method, path }) => `${method} ${path}`)
  const known = [...Object.keys(LISTS), ...Object.keys(NOT_FILTERED), ...WITHOUT_OTHER_USERS]
  expect(mounted.filter((name) => !known.includes(name))).toEqual([])
})

test('a block hides both from each other in every list, and a mute the muted one from whoever muted', async () => {
  const [ada, ben, cem, dan] = await Promise.all(Array.from({ length: 4 }, () => server.member()))
  if (!ada || !ben || !cem || !dan) throw new Error('a member is missing')
  const scenes = {
    blocker: { requester: ada, scene: await createScene(ben, ada) },
    blocked: { requester: ben, scene: await createScene(ada, ben) },
    muter: { requester: cem, scene: await createScene(dan, cem) },
  }
  for (const { requester, scene } of Object.values(scenes)) await expectShown(requester, scene)
  await ada.put(`/api/users/${ben.user.id}/block`)
  await cem.put(`/api/users/${dan.user.id}/mute`)
  for (const [side, { requester, scene }] of Object.entries(scenes))
    for (const [name, { paths, isOfOne = false }] of Object.entries(LISTS))
      for (const path of paths(scene)) {
        const { status, body } = await requester.get(path)
        const isMutedOne = isOfOne && side === 'muter'
        expect(status, `${side} ${name}`).toBe(isOfOne && path.includes('/posts/') && !isMutedOne ? 404 : 200)
        expect(JSON.stringify(body).includes(scene.other.user.id), `${side} ${path}`).toBe(isMutedOne)
      }
  expect((await dan.get('/api/posts/feed?limit=100')).body).toContainEqual(
    expect.objectContaining({ authorId: cem.user.id }),
  )
})

test('every message of the socket that shows a user names the user, so that pages can leave it out', async () => {
  const [viewer, other, third] = [await server.member(), await server.member(), await createCreator(server)]
  const { id: streamId } = await third.createStream()
  const { id: postId } = await viewer.createPost()
  const socket = await viewer.openSubscribedSocket(streamId)
  socket.send({ type: 'subscribe_feed' })
  socket.send({ type: 'subscribe_channel', channel: 'comments', id: postId })
  await socket.waitFor('channel_subscribed', ({ channel }) => channel === 'comments')
  await other.createPost()
  await other.post(`/api/posts/${postId}/comments`, { content: 'Asante' })
  await other.post(`/api/posts/${postId}/like`)
  await follow(other, viewer)
  const messageId = idOf(await other.post('/api/chat/send', { streamId, message: 'Selam' }))
  await third.put(`/api/streams/${streamId}/pin`, { messageId })
  await sendTip(server, other, { streamerId: third.user.id, streamId, amount: '5.00' })
  const shows = new Set<string>()
  await vi.waitFor(() => {
    for (const message of socket.received)
      if (JSON.stringify(message).includes(other.user.id)) {
        expect(usersOf(message), message.type).toContain(other.user.id)
        shows.add(message.type)
      }
    expect([...shows].toSorted()).toEqual([
      'chat_message',
      'chat_pinned',
      'comment_created',
      'notification',
      'post_created',
      'tip_received',
    ])
  })
  socket.close()
})

/** Makes the other appear in every list that the requester can load. */
async function createScene(other: TestClient, requester: TestClient): Promise<Scene> {
  const { db } = server.database
  const third = await createCreator(server)
  const word = other.user.lastName ?? ''
  const tag = `tag${word}`
  const { id: post } = await other.createPost({ content: `${word} #${tag}` })
  const { id: thirdPost } = await third.createPost({ content: `With @${other.user.handle}` })
  const { id: thirdStream } = await third.createStream()
  await other.post('/api/creator/social-links', {
    platform: 'website',
    url: 'https://example.org',
    isPublic: true,
  })
  const { id: ended } = await other.createStream({ title: word })
  for (const isLive of [true, false]) await other.put(`/api/streams/${ended}`, { isLive })
  const { id: live } = await other.createStream({ title: word })
  await other.put(`/api/streams/${live}`, { isLive: true })
  await other.createStream({ title: word, scheduledFor: tomorrow() })
  await storeVideo(db, other.user.id, { title: word, isPublished: true })
  const thirdVideo = await storeVideo(db, third.user.id, {
    isPublished: true,
    streamId: thirdStream,
    recordedFrom: minuteAgo(),
    duration: 3600,
  })
  const firstMessage = idOf(await third.post('/api/chat/send', { streamId: thirdStream, message: 'Selam' }))
  const spoken = await other.post('/api/chat/send', { streamId: thirdStream, message: 'Selam' })
  const { id: messageId } = chatMessage.parse(spoken.body)
  await third.post('/api/chat/send', { streamId: thirdStream, message: 'Yes', replyTo: messageId })
  const { id: pinnedStream } = await third.createStream()
  const pinned = await other.post('/api/chat/send', { streamId: pinnedStream, message: 'Selam' })
  await third.put(`/api/streams/${pinnedStream}/pin`, { messageId: idOf(pinned) })
  await sendTip(server, other, { streamerId: third.user.id, streamId: thirdStream, amount: '5.00' })
  for (const subject of [`posts/${thirdPost}`, `videos/${thirdVideo}`]) {
    await other.post(`/api/${subject}/comments`, { content: 'Asante' })
    await third.post(`/api/${subject}/comments`, { content: `With @${other.user.handle}` })
  }
  await follow(other, third)
  await follow(third, other)
  await follow(requester, third)
  const { id: ownPost } = await requester.createPost()
  await other.post(`/api/posts/${ownPost}/like`, { liked: true })
  await requester.put(`/api/posts/${post}/bookmark`)
  return { other, third, word, tag, post, thirdPost, thirdStream, firstMessage, pinnedStream, thirdVideo }
}

const follow = (one: TestClient, other: TestClient) =>
  one.post(`/api/users/${other.user.id}/follow`, { following: true })

/** Each path shows the other before: otherwise it would prove nothing afterwards. */
async function expectShown(requester: TestClient, scene: Scene): Promise<void> {
  const shows = async (path: string) => {
    const { status, body } = await requester.get(path)
    expect(status, path).toBe(200)
    return JSON.stringify(body).includes(scene.other.user.id)
  }
  const { 'GET /api/posts/circle': circle, ...others } = LISTS
  for (const { paths } of Object.values(others))
    for (const path of paths(scene))
      expect({ path, isShown: await shows(path) }).toEqual({ path, isShown: true })
  // Followed users are not suggested.
  await follow(requester, scene.other)
  for (const path of circle?.paths(scene) ?? []) expect(await shows(path), path).toBe(true)
}
