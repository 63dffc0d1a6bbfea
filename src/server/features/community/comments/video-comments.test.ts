import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Comment, comment, deleteComment, listComments } from '#shared/community/comments.ts'
import { listNotifications } from '#shared/notifications/notifications.ts'
import { video } from '#shared/videos/videos.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { videos } from '#server/features/videos/videos/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let creator: TestClient
let reader: TestClient
beforeAll(async () => {
  server = await startTestApp()
  creator = await server.member()
  reader = await server.member()
})
afterAll(() => server.close())

const publish = () =>
  storeVideo(server.database.db, creator.user.id, { title: 'Loom lesson', isPublished: true })
const send = (client: TestClient, id: string, body: object) => client.post(`/api/videos/${id}/comments`, body)
const write = async (client: TestClient, id: string, content: string): Promise<Comment> =>
  comment.parse((await send(client, id, { content })).body)
const list = async (client: TestClient, id: string, query = '') =>
  listComments.response.parse((await client.get(`/api/videos/${id}/comments${query}`)).body)
const countOf = async (id: string) => video.parse((await creator.get(`/api/videos/${id}`)).body).commentsCount
const activityOf = async (client: TestClient) =>
  listNotifications.response.parse((await client.get('/api/notifications')).body)

test('comments on a video are listed newest first, by pages, and counted', async () => {
  const id = await publish()
  const one = await write(reader, id, '  Asante sana  ')
  const two = await write(creator, id, 'Karibu')
  expect(one).toMatchObject({
    content: 'Asante sana',
    videoId: id,
    postId: null,
    viewer: { canDelete: true },
  })
  expect((await list(server.client(), id)).map((each) => each.id)).toEqual([two.id, one.id])
  const pages = []
  for await (const page of reader.pages(`/api/videos/${id}/comments?limit=1`))
    pages.push(listComments.response.parse(page).map((each) => each.id))
  expect(pages).toEqual([[two.id], [one.id]])
  expect(await countOf(id)).toBe(2)
})

test('a repeated comment is stored once; its client id is refused on another subject', async () => {
  const [id, other] = [await publish(), await publish()]
  const body = { content: 'Once', clientId: crypto.randomUUID() }
  const first = comment.parse((await send(reader, id, body)).body)
  const again = await send(reader, id, body)
  expect(again.status).toBe(201)
  expect(comment.parse(again.body).id).toBe(first.id)
  expect(await countOf(id)).toBe(1)
  expect(await send(reader, other, body)).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'clientId' }] },
  })
  const { id: postId } = await creator.createPost()
  expect((await reader.post(`/api/posts/${postId}/comments`, body)).status).toBe(400)
})

test('the creator and mentioned members are notified, until the comment is deleted', async () => {
  const id = await publish()
  const friend = await server.member()
  const { id: commentId } = await write(reader, id, `Look @${friend.user.handle}`)
  const about = { video: { id, title: 'Loom lesson' }, post: null, comment: { id: commentId } }
  expect((await activityOf(creator))[0]).toMatchObject({ type: 'comment', ...about })
  expect((await activityOf(friend))[0]).toMatchObject({ type: 'mention', ...about })
  const removed = await reader.send('DELETE', `/api/comments/${commentId}`)
  expect(deleteComment.response.parse(removed.body)).toEqual({
    id: commentId,
    postId: null,
    videoId: id,
    commentsCount: 0,
  })
  expect((await activityOf(creator)).map((each) => each.video?.id)).not.toContain(id)
  expect(await activityOf(friend)).toEqual([])
})

test('only its author deletes a comment', async () => {
  const id = await publish()
  const { id: commentId } = await write(reader, id, 'Mine')
  expect((await creator.send('DELETE', `/api/comments/${commentId}`)).status).toBe(403)
  expect(await countOf(id)).toBe(1)
})

test('pages that show a video receive new and deleted comments, also those they missed', async () => {
  const id = await publish()
  const { id: seen } = await write(reader, id, 'Seen')
  const { id: missed } = await write(reader, id, 'Missed')
  const socket = await server.client().openSocket()
  socket.send({ type: 'subscribe_channel', channel: 'comments', id, since: seen })
  expect(await socket.waitFor('comment_created')).toMatchObject({
    videoId: id,
    postId: null,
    commentId: missed,
  })
  await reader.send('DELETE', `/api/comments/${missed}`)
  expect(await socket.waitFor('comment_deleted')).toMatchObject({ videoId: id, commentId: missed })
  socket.close()
})

test('the comments of a video that becomes private are hidden, and its channel is closed to newcomers', async () => {
  const id = await publish()
  const { id: commentId } = await write(reader, id, 'Before')
  await server.database.db.update(videos).set({ isPublic: false }).where(eq(videos.id, id))
  expect((await reader.get(`/api/videos/${id}/comments`)).status).toBe(404)
  expect((await send(reader, id, { content: 'After' })).status).toBe(404)
  expect((await reader.send('DELETE', `/api/comments/${commentId}`)).status).toBe(404)
  expect((await list(creator, id)).map((each) => each.id)).toEqual([commentId])
  const socket = await reader.openSocket()
  socket.send({ type: 'subscribe_channel', channel: 'comments', id })
  expect(await socket.waitFor('error')).toMatchObject({ code: 'not_found' })
  socket.close()
})

test('a mention under a draft notifies nobody', async () => {
  const id = await storeVideo(server.database.db, creator.user.id)
  const friend = await server.member()
  await write(creator, id, `Later @${friend.user.handle}`)
  expect(await activityOf(friend)).toEqual([])
})
