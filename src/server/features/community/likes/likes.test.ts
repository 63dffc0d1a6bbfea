import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { likePost } from '#shared/community/likes.ts'
import { listNotifications } from '#shared/notifications/notifications.ts'
import { post } from '#shared/community/posts.ts'
import { likes } from '#server/features/accounts/reactions/schema.ts'
import { posts } from '#server/features/community/posts/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let author: TestClient
let users: TestClient[]
beforeAll(async () => {
  server = await startTestApp({ rates: { likes: { points: 1000, seconds: 600 } } })
  author = await server.member()
  users = await Promise.all(Array.from({ length: 10 }, () => server.member()))
})
afterAll(() => server.close())

const like = async (client: TestClient, id: string, body?: object) =>
  likePost.response.parse((await client.post(`/api/posts/${id}/like`, body)).body)
const fetchPost = async (client: TestClient, id: string) =>
  post.parse((await client.get(`/api/posts/${id}`)).body)
const [first, second] = [() => memberAt(0), () => memberAt(1)]

function memberAt(index: number): TestClient {
  const member = users[index]
  if (!member) throw new Error('no such member')
  return member
}

test('the same call likes and unlikes', async () => {
  const { id } = await author.createPost()
  expect(await like(first(), id)).toEqual({ liked: true, likesCount: 1 })
  expect(await like(second(), id)).toEqual({ liked: true, likesCount: 2 })
  expect(await fetchPost(first(), id)).toMatchObject({ isLiked: true, likesCount: 2 })
  expect(await fetchPost(author, id)).toMatchObject({ isLiked: false, likesCount: 2 })
  expect(await like(first(), id)).toEqual({ liked: false, likesCount: 1 })
  expect(await fetchPost(first(), id)).toMatchObject({ isLiked: false, likesCount: 1 })
})

test('repeating a desired state changes nothing', async () => {
  const { id } = await author.createPost()
  for (let round = 0; round < 3; round++)
    expect(await like(first(), id, { liked: true })).toEqual({ liked: true, likesCount: 1 })
  for (let round = 0; round < 3; round++)
    expect(await like(first(), id, { liked: false })).toEqual({ liked: false, likesCount: 0 })
})

test('an invalid desired state is refused', async () => {
  const { id } = await author.createPost()
  expect((await first().post(`/api/posts/${id}/like`, { liked: 'yes' })).status).toBe(400)
  expect((await first().post(`/api/posts/${id}/like`, {})).status).toBe(200)
})

test('fifty concurrent likes of ten members count ten', async () => {
  const { id } = await author.createPost()
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, index) => like(memberAt(index % 10), id, { liked: true })),
  )
  expect(results.every(({ liked }) => liked)).toBe(true)
  expect(await fetchPost(author, id)).toMatchObject({ likesCount: 10 })
})

test('fifty concurrent toggles of ten members leave a correct count', async () => {
  const { id } = await author.createPost()
  await Promise.all(Array.from({ length: 50 }, (_, index) => like(memberAt(index % 10), id)))
  // Each has toggled five times: an odd number is a like.
  expect(await fetchPost(first(), id)).toMatchObject({ isLiked: true, likesCount: 10 })
})

test('concurrent toggles of one member alternate', async () => {
  const { id } = await author.createPost()
  const results = await Promise.all(Array.from({ length: 20 }, () => like(first(), id)))
  expect(results.filter(({ liked }) => liked)).toHaveLength(10)
  for (const { liked, likesCount } of results) expect(likesCount).toBe(liked ? 1 : 0)
  expect(await fetchPost(first(), id)).toMatchObject({ isLiked: false, likesCount: 0 })
})

test('the last event of concurrent calls has the final state', async () => {
  const socket = await first().openSocket()
  const { id } = await author.createPost()
  for (let round = 0; round < 10; round++) {
    const desired = Array.from({ length: 10 }, (_, index) => (round + index) % 2 === 0)
    await Promise.all(desired.map((liked) => like(first(), id, { liked })))
    await socket.roundTrip()
    const events = socket.received.splice(0).filter((message) => message.type === 'like_changed')
    expect(events).toHaveLength(10)
    const { isLiked, likesCount } = await fetchPost(first(), id)
    expect(events.at(-1)?.data).toEqual({ isLiked, likesCount })
  }
  socket.close()
})

test('the author gets a notification of a like, and none after an unlike', async () => {
  const writer = await server.member()
  const socket = await writer.openSocket()
  const { id } = await writer.createPost()
  await like(first(), id)
  expect(await socket.waitFor('notification')).toMatchObject({
    unreadCount: 1,
    data: { type: 'like', post: { id }, actors: [{ id: first().user.id }] },
  })
  socket.close()
  await like(writer, id)
  await like(first(), id)
  expect(listNotifications.response.parse((await writer.get('/api/notifications')).body)).toEqual([])
})

test('a page that watches a post gets its counts, with many changes combined', async () => {
  const { id } = await author.createPost()
  const socket = await server.client().openSocket()
  socket.send({ type: 'watch', postIds: [id], userIds: [] })
  await socket.roundTrip()
  await like(memberAt(0), id)
  expect(await socket.waitFor('post_changed')).toMatchObject({ postId: id, data: { likesCount: 1 } })
  await Promise.all(users.slice(1).map((member) => like(member, id)))
  await first().post(`/api/posts/${id}/comments`, { content: 'Asante' })
  await first().post(`/api/posts/${id}/share`)
  const last = await socket.waitFor('post_changed', ({ data }) => data.sharesCount === 1)
  expect(last.data).toEqual({ likesCount: 10, commentsCount: 1, sharesCount: 1 })
  // Eleven changes were made since the first message.
  expect(socket.received.filter(({ type }) => type === 'post_changed').length).toBeLessThan(4)
  socket.close()
})

test('a page that starts to watch right after a change gets it once', async () => {
  const [{ id }, deletedPost] = [await author.createPost(), await author.createPost()]
  await like(first(), id)
  await author.send('DELETE', `/api/posts/${deletedPost.id}`)
  const socket = await server.client().openSocket()
  const watched = { type: 'watch', postIds: [id, deletedPost.id], userIds: [] } as const
  socket.send(watched)
  expect(await socket.waitFor('post_changed')).toMatchObject({ postId: id, data: { likesCount: 1 } })
  expect(await socket.waitFor('post_deleted')).toMatchObject({ postId: deletedPost.id })
  socket.send(watched)
  await socket.roundTrip()
  expect(socket.received.filter(({ type }) => type.startsWith('post_'))).toEqual([])
  socket.close()
})

test('a page that starts to watch while changes are being combined gets all of them', async () => {
  const { id } = await author.createPost()
  for (const member of [first(), second()]) await like(member, id)
  const socket = await server.client().openSocket()
  socket.send({ type: 'watch', postIds: [id], userIds: [] })
  expect(await socket.waitFor('post_changed')).toMatchObject({ postId: id, data: { likesCount: 2 } })
  socket.close()
})

test('a page that watches other posts gets no changes of the previous one', async () => {
  const [before, now] = [await author.createPost(), await author.createPost()]
  const socket = await server.client().openSocket()
  socket.send({ type: 'watch', postIds: [before.id], userIds: [] })
  socket.send({ type: 'watch', postIds: [now.id], userIds: [] })
  await socket.roundTrip()
  await like(first(), before.id)
  await like(first(), now.id)
  expect(await socket.waitFor('post_changed')).toMatchObject({ postId: now.id })
  expect(socket.received).toEqual([])
  socket.close()
})

test('a page can watch a hundred posts, and no more', async () => {
  const socket = await server.client().openSocket()
  const ids = Array.from({ length: 101 }, () => crypto.randomUUID())
  socket.send({ type: 'watch', postIds: ids, userIds: [] })
  expect(await socket.waitFor('error')).toMatchObject({ code: 'invalid' })
  socket.send({ type: 'watch', postIds: ids.slice(1), userIds: [] })
  expect(await socket.roundTrip()).toBe(true)
  socket.close()
})

test('likes have a rate limit per member', async () => {
  const narrow = await startTestApp({ rates: { likes: { points: 3, seconds: 600 } } })
  const member = await narrow.member()
  const { id } = await member.createPost()
  for (let round = 0; round < 3; round++) await like(member, id)
  expect(await member.post(`/api/posts/${id}/like`)).toMatchObject({
    status: 429,
    body: { code: 'rate_limited' },
  })
  await narrow.close()
})

test('after concurrent likes and unlikes the counts of posts are correct', async () => {
  const { db } = server.database
  const createdPosts = [await author.createPost(), await author.createPost()]
  const calls = Array.from({ length: 40 }, (_, index) => ({
    liked: index % 3 > 0,
    by: memberAt(index % 10),
  }))
  await Promise.all(createdPosts.flatMap(({ id }) => calls.map(({ liked, by }) => like(by, id, { liked }))))
  for (const { id } of createdPosts) {
    const [row] = await db.select().from(posts).where(eq(posts.id, id))
    expect(row?.likesCount).toBe(await db.$count(likes, eq(likes.subjectId, id)))
  }
})

test('every page of the member gets the result of a like, and nobody else', async () => {
  const [member, other] = [await server.member(), await server.member()]
  const sockets = [await member.openSocket(), await member.openSocket()]
  const outsiders = [await other.openSocket(), await server.client().openSocket()]
  const { id } = await author.createPost()
  for (const socket of outsiders) socket.send({ type: 'watch', postIds: [id], userIds: [member.user.id] })
  for (const socket of outsiders) await socket.roundTrip()
  await like(member, id)
  await like(member, id, { liked: false })
  for (const socket of sockets) {
    const [liked, unliked] = [await socket.waitFor('like_changed'), await socket.waitFor('like_changed')]
    expect(liked).toEqual({ type: 'like_changed', postId: id, data: { isLiked: true, likesCount: 1 } })
    expect(unliked.data).toEqual({ isLiked: false, likesCount: 0 })
  }
  for (const socket of outsiders) {
    await socket.roundTrip()
    expect(socket.received.filter(({ type }) => type === 'like_changed')).toEqual([])
  }
  for (const socket of [...sockets, ...outsiders]) socket.close()
})
