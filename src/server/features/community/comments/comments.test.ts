import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Comment, comment, deleteComment, listComments } from '#shared/community/comments.ts'
import { listNotifications } from '#shared/notifications/notifications.ts'
import { post } from '#shared/community/posts.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { comments } from './schema.ts'

let server: TestApp
let author: TestClient
let reader: TestClient
beforeAll(async () => {
  server = await startTestApp({ rates: { comments: { points: 1000, seconds: 600 } } })
  author = await server.member()
  reader = await server.member()
})
afterAll(() => server.close())

const send = (client: TestClient, postId: string, body: object) =>
  client.post(`/api/posts/${postId}/comments`, body)
const write = async (client: TestClient, postId: string, content: string): Promise<Comment> =>
  comment.parse((await send(client, postId, { content })).body)
const list = async (client: TestClient, postId: string, query = '') =>
  listComments.response.parse((await client.get(`/api/posts/${postId}/comments${query}`)).body)
const countOf = async (postId: string) =>
  post.parse((await reader.get(`/api/posts/${postId}`)).body).commentsCount

test('a comment is trimmed, stored and counted, and the newest is listed first', async () => {
  const { id } = await author.createPost()
  const one = await write(reader, id, '  Asante sana  ')
  const two = await write(author, id, 'Karibu')
  expect(one).toMatchObject({
    content: 'Asante sana',
    postId: id,
    userId: reader.user.id,
    user: { id: reader.user.id, email: reader.user.email },
    viewer: { canDelete: true },
  })
  const listed = await list(author, id)
  expect(listed.map((each) => each.id)).toEqual([two.id, one.id])
  expect(listed[1]?.user.email).not.toBe(reader.user.email)
  expect(listed.map(({ viewer }) => viewer.canDelete)).toEqual([true, false])
  expect(await countOf(id)).toBe(2)
})

test.each([
  ['nothing', ''],
  ['blanks', ' \n '],
  ['1,001 characters', 'x'.repeat(1001)],
  ['no content field', undefined],
])('a comment of %s is refused', async (_name, content) => {
  const { id } = await author.createPost()
  expect(await send(reader, id, { content })).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'content' }] },
  })
  expect(await countOf(id)).toBe(0)
})

test('fields that a user may not set are ignored', async () => {
  const { id } = await author.createPost()
  const { body } = await send(reader, id, { content: 'mine', userId: author.user.id, postId: 'x', id: 'y' })
  expect(body).toMatchObject({ userId: reader.user.id, postId: id })
})

test('the same comment sent several times is stored and counted once', async () => {
  const { id } = await author.createPost()
  const clientId = crypto.randomUUID()
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => send(reader, id, { content: 'once', clientId })),
  )
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(responses.map(({ body }) => comment.parse(body).id)).size).toBe(1)
  expect(await countOf(id)).toBe(1)
  const another = await author.createPost()
  expect(await send(reader, another.id, { content: 'elsewhere', clientId })).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'clientId' }] },
  })
  expect(await countOf(another.id)).toBe(0)
})

test('concurrent comments are all counted', async () => {
  const { id } = await author.createPost()
  await Promise.all(Array.from({ length: 20 }, () => write(reader, id, 'at once')))
  expect(await countOf(id)).toBe(20)
})

test('the pages of a list have every comment once', async () => {
  const { id } = await author.createPost()
  const created: string[] = []
  for (let index = 0; index < 5; index++) created.push((await write(reader, id, `number ${index}`)).id)
  const listed: string[] = []
  for await (const page of author.pages(`/api/posts/${id}/comments?limit=3`))
    listed.push(...listComments.response.parse(page).map((each) => each.id))
  expect(listed).toEqual(created.toReversed())
  expect((await author.get(`/api/posts/${id}/comments?cursor=x`)).status).toBe(400)
})

test('only its author can delete a comment, and the count falls', async () => {
  const { id } = await author.createPost()
  const { id: commentId } = await write(reader, id, 'mine')
  expect((await author.send('DELETE', `/api/comments/${commentId}`)).status).toBe(403)
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => reader.send('DELETE', `/api/comments/${commentId}`)),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
  const deleted = responses.find(({ status }) => status === 200)
  expect(deleteComment.response.parse(deleted?.body)).toEqual({
    id: commentId,
    postId: id,
    videoId: null,
    commentsCount: 0,
  })
  expect(await list(author, id)).toEqual([])
  expect(await countOf(id)).toBe(0)
})

test('the author and mentioned users get one notification each, until the comment is deleted', async () => {
  const [writer, mentioned] = [await server.member(), await server.member()]
  const { id } = await writer.createPost()
  const notificationsOf = async (client: TestClient) =>
    listNotifications.response.parse((await client.get('/api/notifications')).body)
  const content = `@${writer.user.handle} @${mentioned.user.handle} @${reader.user.handle}`
  const created = await write(reader, id, content)
  expect(created.mentions.map(({ userId }) => userId).toSorted()).toEqual(
    [writer.user.id, mentioned.user.id, reader.user.id].toSorted(),
  )
  const about = { post: { id }, actors: [{ id: reader.user.id }] }
  expect(await notificationsOf(writer)).toMatchObject([{ type: 'comment', ...about }])
  expect(await notificationsOf(mentioned)).toMatchObject([
    { type: 'mention', comment: { id: created.id }, ...about },
  ])
  await reader.send('DELETE', `/api/comments/${created.id}`)
  for (const client of [writer, mentioned]) expect(await notificationsOf(client)).toEqual([])
})

test('comments of deactivated users are hidden but stay counted, and reappear with their authors', async () => {
  const { id } = await author.createPost()
  const member = await server.member()
  const { id: commentId } = await write(member, id, 'here today')
  const activate = (isActive: boolean) =>
    server.database.db.update(users).set({ isActive }).where(eq(users.id, member.user.id))
  await activate(false)
  expect(await list(author, id)).toEqual([])
  expect((await reader.send('DELETE', `/api/comments/${commentId}`)).status).toBe(404)
  expect(await countOf(id)).toBe(1)
  await activate(true)
  expect(await list(author, id)).toMatchObject([{ id: commentId }])
  expect(await countOf(id)).toBe(1)
})

test('a post deleted while comments are written leaves none behind', async () => {
  const { id } = await author.createPost()
  const responses = await Promise.all([
    ...Array.from({ length: 10 }, () => send(reader, id, { content: 'still here?' })),
    author.send('DELETE', `/api/posts/${id}`),
    ...Array.from({ length: 10 }, () => reader.post(`/api/posts/${id}/like`, { liked: true })),
  ])
  expect(responses.filter(({ status }) => status >= 500)).toEqual([])
  expect(await server.database.db.$count(comments, eq(comments.postId, id))).toBe(0)
})

test('comments are rate-limited per user', async () => {
  const limitedServer = await startTestApp({ rates: { comments: { points: 2, seconds: 600 } } })
  const member = await limitedServer.member()
  const { id } = await member.createPost()
  for (let round = 0; round < 2; round++) await write(member, id, 'fine')
  expect((await send(member, id, { content: 'too many' })).status).toBe(429)
  await limitedServer.close()
})

test('the comment count of a post is correct after concurrent comments and deletions', async () => {
  const { db } = server.database
  const { id } = await author.createPost()
  const written = await Promise.all(Array.from({ length: 10 }, () => write(reader, id, 'here and gone')))
  await Promise.all([
    ...written.slice(0, 7).map((each) => reader.send('DELETE', `/api/comments/${each.id}`)),
    ...Array.from({ length: 5 }, () => write(author, id, 'here to stay')),
  ])
  expect(await countOf(id)).toBe(8)
  expect(await db.$count(comments, eq(comments.postId, id))).toBe(8)
})
