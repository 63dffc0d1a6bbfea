import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listNotifications } from '#shared/notifications/notifications.ts'
import { listFeed, post } from '#shared/community/posts.ts'
import { comments } from '#server/features/community/comments/schema.ts'
import { likes } from '#server/features/accounts/reactions/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { postHashtags, posts } from './schema.ts'

let server: TestApp
let author: TestClient
let reader: TestClient
beforeAll(async () => {
  server = await startTestApp({ rates: { posts: { points: 1000, seconds: 600 } } })
  author = await server.member()
  reader = await server.member()
})
afterAll(() => server.close())

const list = async (client: TestClient, path: string) =>
  listFeed.response.parse((await client.get(path)).body)
const deactivate = (client: TestClient) =>
  server.database.db.update(users).set({ isActive: false }).where(eq(users.id, client.user.id))

test('a post is trimmed and stored, and is first in the feed of everyone', async () => {
  const response = await author.post('/api/posts', { content: '  Selam from Addis  ' })
  expect(response.status).toBe(201)
  const created = post.parse(response.body)
  expect(created).toMatchObject({
    content: 'Selam from Addis',
    authorId: author.user.id,
    mediaUrl: null,
    likesCount: 0,
    isLiked: false,
    author: { id: author.user.id, email: author.user.email },
    viewer: { isBookmarked: false, canDelete: true },
  })
  const [first] = await list(reader, '/api/posts/feed')
  expect(first).toEqual({
    ...created,
    author: { ...created.author, email: expect.stringMatching(/^m…@example\.org$/) },
    viewer: { isBookmarked: false, canDelete: false },
  })
  expect((await server.client().get(`/api/posts/${created.id}`)).body).toEqual(first)
})

test.each([
  ['nothing', ''],
  ['blanks', '   '],
  ['invisible characters', '\u200B\u2060'],
  ['5,001 characters', 'x'.repeat(5001)],
  ['no content field', undefined],
  ['a number', 7],
  ['a list', ['a']],
])('a post of %s is refused', async (_name, content) => {
  expect(await author.post('/api/posts', { content })).toMatchObject({
    status: 400,
    body: { code: 'invalid', fields: [{ path: 'content' }] },
  })
})

test('control characters and bidirectional overrides are removed, and markup stays plain text', async () => {
  const { content } = await author.createPost({ content: 'a\u202Eb\u0000c <script>alert(1)</script>' })
  expect(content).toBe('abc <script>alert(1)</script>')
})

test('a maximum length changed by the operator applies at once', async () => {
  await server.app.context.settings.set('limits.post', '10', server.admin.user.id)
  expect((await author.post('/api/posts', { content: 'x'.repeat(11) })).status).toBe(400)
  await server.app.context.settings.reset('limits.post', server.admin.user.id)
  expect((await author.post('/api/posts', { content: 'x'.repeat(11) })).status).toBe(201)
})

test('an empty media URL and an empty media type mean no media', async () => {
  const response = await server.admin.post('/api/posts', { content: 'Asante', mediaUrl: '', mediaType: '' })
  expect(response).toMatchObject({ status: 201, body: { mediaUrl: null, mediaType: null } })
  const unknown = await server.admin.post('/api/posts', { content: 'Asante', mediaType: 'sculpture' })
  expect(unknown).toMatchObject({ status: 400, body: { fields: [{ path: 'mediaType' }] } })
})

test('fields that a user may not set are ignored', async () => {
  const created = await author.createPost({
    content: 'mine',
    id: crypto.randomUUID(),
    authorId: reader.user.id,
    likesCount: 1000,
    commentsCount: 1000,
    sharesCount: 1000,
    mentions: [{ handle: 'x', userId: reader.user.id }],
    createdAt: '2001-01-01T00:00:00Z',
    isLiked: true,
  })
  expect(created).toMatchObject({ authorId: author.user.id, likesCount: 0, commentsCount: 0, sharesCount: 0 })
  expect(created).toMatchObject({ isLiked: false, mentions: [] })
  expect(created.createdAt > '2002').toBe(true)
})

test('the same post sent several times is stored and published once', async () => {
  const socket = await reader.openSocket()
  socket.send({ type: 'subscribe_feed' })
  await socket.roundTrip()
  const clientId = crypto.randomUUID()
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => author.post('/api/posts', { content: 'once', clientId })),
  )
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  const [id, ...others] = new Set(responses.map(({ body }) => post.parse(body).id))
  expect(others).toEqual([])
  const repeated = await author.post('/api/posts', { content: 'other words', clientId })
  expect(repeated.body).toMatchObject({ id, content: 'once' })
  const another = await author.createPost()
  await socket.waitFor('post_created', ({ postId }) => postId === another.id)
  expect(socket.received.filter((message) => message.type === 'post_created')).toMatchObject([{ postId: id }])
  socket.close()
})

test('two users can use the same clientId', async () => {
  const clientId = crypto.randomUUID()
  const authorPost = await author.createPost({ clientId })
  const readerPost = await reader.createPost({ clientId })
  expect(readerPost.id).not.toBe(authorPost.id)
})

test('publishing and deleting a post both reach the socket of another user', async () => {
  const socket = await reader.openSocket()
  socket.send({ type: 'subscribe_feed' })
  await socket.roundTrip()
  const { id } = await author.createPost()
  expect(await socket.waitFor('post_created')).toMatchObject({ postId: id, authorId: author.user.id })
  const watching = await server.client().openSocket()
  watching.send({ type: 'watch', postIds: [id], userIds: [] })
  await watching.roundTrip()
  expect(await author.send('DELETE', `/api/posts/${id}`)).toMatchObject({ status: 200, body: { id } })
  expect(await socket.waitFor('post_deleted')).toMatchObject({ postId: id })
  expect(await watching.waitFor('post_deleted')).toMatchObject({ postId: id })
  socket.close()
  watching.close()
})

test('hashtags are stored in folded form, and mentions only of active users', async () => {
  const deactivated = await server.member()
  await deactivate(deactivated)
  const { id, mentions } = await author.createPost({
    content: `#Àṣẹ #ase #1 with @${reader.user.handle}, @${deactivated.user.handle}, @nobody_at_all and a@${reader.user.handle}`,
  })
  expect(mentions).toEqual([{ handle: reader.user.handle, userId: reader.user.id }])
  const rows = await server.database.db.select().from(postHashtags).where(eq(postHashtags.postId, id))
  expect(rows).toMatchObject([{ tag: 'ase', label: 'Àṣẹ', authorId: author.user.id }])
})

test('a mentioned user is notified, the author is not', async () => {
  const mentioned = await server.member()
  const socket = await mentioned.openSocket()
  const { id } = await author.createPost({ content: `@${mentioned.user.handle} and @${author.user.handle}` })
  expect(await socket.waitFor('notification')).toMatchObject({
    unreadCount: 1,
    data: { type: 'mention', post: { id }, actors: [{ id: author.user.id }] },
  })
  socket.close()
  const own = listNotifications.response.parse((await author.get('/api/notifications')).body)
  expect(own.filter(({ type }) => type === 'mention')).toEqual([])
})

test('only its author can delete a post, and everything that refers to it is deleted too', async () => {
  const { id } = await author.createPost({ content: '#gone' })
  await reader.post(`/api/posts/${id}/like`)
  await reader.post(`/api/posts/${id}/comments`, { content: 'A comment' })
  await reader.send('PUT', `/api/posts/${id}/bookmark`)
  expect((await reader.send('DELETE', `/api/posts/${id}`)).status).toBe(403)
  expect((await server.admin.send('DELETE', `/api/posts/${id}`)).status).toBe(403)
  expect((await author.send('DELETE', `/api/posts/${id}`)).status).toBe(200)
  expect((await author.send('DELETE', `/api/posts/${id}`)).status).toBe(404)
  const { db } = server.database
  expect(await db.$count(likes, eq(likes.subjectId, id))).toBe(0)
  for (const table of [comments, postHashtags])
    expect(await db.select().from(table).where(eq(table.postId, id))).toEqual([])
  expect(await db.select().from(posts).where(eq(posts.id, id))).toEqual([])
  const notifications = listNotifications.response.parse((await author.get('/api/notifications')).body)
  expect(notifications.filter((notice) => notice.post?.id === id)).toEqual([])
})

test('posts are rate-limited per user', async () => {
  const limitedServer = await startTestApp()
  const member = await limitedServer.member()
  for (let index = 0; index < 30; index++) await member.createPost()
  const response = await member.post('/api/posts', { content: 'one too many' })
  expect(response).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  await (await limitedServer.member()).createPost()
  await limitedServer.close()
})

test('search finds a post of the longest length that an operator can allow', async () => {
  const { settings } = server.app.context
  await settings.set('limits.post', '1000000', server.admin.user.id)
  onTestFinished(() => settings.reset('limits.post', server.admin.user.id))
  const content = Array.from({ length: 90_000 }, (_, index) => `ሰላም${index}`).join(' ')
  const created = await server.admin.createPost({ content })
  expect(created.content).toHaveLength(content.length)
  const { body } = await server.admin.get(`/api/search?q=${encodeURIComponent('ሰላም77')}&type=posts`)
  expect(body).toMatchObject([{ type: 'posts', post: { id: created.id } }])
})
