import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatMessage } from '#shared/live/chat.ts'
import { type Comment, createComment, deleteComment, listComments } from '#shared/community/comments.ts'
import * as calls from '#shared/operations/moderation.ts'
import { type Notification, listNotifications } from '#shared/notifications/notifications.ts'
import { getPost, listFeed } from '#shared/community/posts.ts'
import { listRules } from '#shared/operations/reports.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let moderator: TestClient
let author: TestClient
let other: TestClient
let rule: string | undefined
beforeAll(async () => {
  server = await startTestApp()
  ;[moderator, author, other] = [await server.member(), await server.member(), await server.member()]
  await server.admin.put(`/api/admin/users/${moderator.user.id}/role`, { role: 'moderator' })
  const setting = { key: 'community.heldWords', value: 'cure\nquick money' }
  expect((await server.admin.post('/api/admin/settings', setting)).status).toBe(200)
  rule = listRules.response.parse((await server.client().get('/api/rules')).body)[0]
})
afterAll(() => server.close())

const HELD = 'Quick  MONEY with #market for'

async function heldCaseOf(subjectId: string): Promise<calls.ModerationCase> {
  const { body } = await moderator.get('/api/moderation/reports?limit=100')
  const found = calls.listCases.response.parse(body).find((each) => each.subjectId === subjectId)
  if (!found) throw new Error('no case')
  return found
}
const decide = (id: string, action: string, body: object = {}) =>
  moderator.post(`/api/moderation/reports/${id}`, { action, state: 'open', rule, ...body })
const feedOf = async (client: TestClient, path = '/api/posts/feed') =>
  listFeed.response.parse((await client.get(path)).body).map(({ id }) => id)
const LISTS = () => ['/api/posts/feed', '/api/posts/circle', `/api/users/${author.user.id}/posts`]
async function notificationsOf(client: TestClient, type: Notification['type']): Promise<Notification[]> {
  const list = listNotifications.response.parse((await client.get('/api/notifications')).body)
  return list.filter((each) => each.type === type)
}
const addComment = async (client: TestClient, postId: string, content: string, clientId?: string) =>
  createComment.response.parse(
    (await client.post(`/api/posts/${postId}/comments`, { content, clientId })).body,
  )
async function listed(client: TestClient, postId: string): Promise<Comment[]> {
  return listComments.response.parse((await client.get(`/api/posts/${postId}/comments`)).body)
}
const countOf = async (postId: string) =>
  getPost.response.parse((await other.get(`/api/posts/${postId}`)).body).commentsCount

test('a held post is for its author alone until a moderator approves it', async () => {
  await other.post('/api/posts', { content: 'before' })
  await other.post(`/api/users/${author.user.id}/follow`)
  const content = `${HELD} @${other.user.handle}`
  const clientId = crypto.randomUUID()
  const held = await author.createPost({ content, clientId })
  expect(held).toMatchObject({ isHeld: true, content })
  expect((await author.post('/api/posts', { content, clientId })).body).toEqual(held)
  for (const path of LISTS()) {
    expect(await feedOf(author, path), path).toContain(held.id)
    expect(await feedOf(other, path), path).not.toContain(held.id)
    expect(await feedOf(moderator, path), path).not.toContain(held.id)
  }
  for (const client of [other, moderator, server.client()])
    expect((await client.get(`/api/posts/${held.id}`)).status).toBe(404)
  expect((await author.get(`/api/posts/${held.id}`)).body).toEqual(held)
  for (const action of ['like', 'bookmark', 'share', 'comments'])
    expect((await author.post(`/api/posts/${held.id}/${action}`, { content: 'x' })).status, action).toBe(404)
  expect((await other.send('DELETE', `/api/posts/${held.id}`)).status).toBe(404)
  expect(await notificationsOf(other, 'mention')).toEqual([])

  const waiting = await heldCaseOf(held.id)
  expect(waiting).toMatchObject({ heldWord: 'Quick  MONEY', reportsCount: 0, reasons: [] })
  expect(waiting.snapshot).toMatchObject({ text: content })
  // A warning would close the case, and the post would wait for ever.
  expect(await decide(waiting.id, 'warn')).toMatchObject({ status: 403 })
  const page = await author.openSocket()
  expect(await decide(waiting.id, 'dismiss')).toMatchObject({
    status: 200,
    body: { state: 'closed', outcome: 'dismissed', actions: ['remove', 'warn', 'timeout'] },
  })
  expect(await page.waitFor('post_approved')).toMatchObject({ postId: held.id })
  page.close()
  for (const path of LISTS()) expect(await feedOf(other, path), path).toContain(held.id)
  expect((await author.get(`/api/posts/${held.id}`)).body).toMatchObject({ isHeld: false })
  expect(JSON.stringify((await other.get('/api/trending')).body)).toContain('market')
  expect(await notificationsOf(other, 'mention')).toMatchObject([{ post: { id: held.id } }])
})

test('a held comment is not counted and notifies nobody until it is approved', async () => {
  const { id } = await other.createPost()
  const clientId = crypto.randomUUID()
  const held = await addComment(author, id, HELD, clientId)
  expect(held.isHeld).toBe(true)
  expect(await addComment(author, id, HELD, clientId)).toEqual(held)
  expect((await listed(author, id)).map((each) => each.id)).toEqual([held.id])
  for (const client of [other, moderator, server.client()]) expect(await listed(client, id)).toEqual([])
  expect(await countOf(id)).toBe(0)
  expect(await notificationsOf(other, 'comment')).toEqual([])
  const { id: caseId } = await heldCaseOf(held.id)
  expect((await moderator.get(`/api/moderation/reports/${caseId}`)).body).toMatchObject({
    context: [{ id: held.id, isReported: true, isHeld: true, isRemoved: false }],
  })

  const socket = await other.openSocket()
  socket.send({ type: 'subscribe_channel', channel: 'comments', id })
  expect((await decide(caseId, 'dismiss')).status).toBe(200)
  expect(await socket.waitFor('comment_created')).toMatchObject({ commentId: held.id })
  socket.close()
  expect(await listed(other, id)).toMatchObject([{ id: held.id, isHeld: false }])
  expect(await countOf(id)).toBe(1)
  expect((await notificationsOf(other, 'comment')).length).toBe(1)
})

test('what is removed instead is hidden from its author too, who is told and can appeal', async () => {
  const { id: postId } = await other.createPost()
  const post = await author.createPost({ content: HELD })
  const comment = await addComment(author, postId, HELD)
  for (const { id } of [post, comment])
    expect((await decide((await heldCaseOf(id)).id, 'remove')).status).toBe(200)
  expect(await feedOf(author)).not.toContain(post.id)
  expect((await author.get(`/api/posts/${post.id}`)).status).toBe(404)
  expect(await listed(author, postId)).toEqual([])
  expect(await countOf(postId)).toBe(0)
  const told = (await notificationsOf(author, 'decision')).flatMap((each) =>
    each.type === 'decision' ? each.decision.id : [],
  )
  expect(told.length).toBe(2)
  for (const id of told)
    expect((await moderator.post(`/api/moderation/decisions/${id}/undo`, {})).status).toBe(200)
  expect(await feedOf(other)).toContain(post.id)
  expect(await listed(other, postId)).toMatchObject([{ id: comment.id, isHeld: false }])
  expect(await countOf(postId)).toBe(1)
})

test('its author can delete it, and the case is then closed as any other', async () => {
  const { id: postId } = await other.createPost()
  const post = await author.createPost({ content: HELD })
  const comment = await addComment(author, postId, HELD)
  const deleted = await author.send('DELETE', `/api/comments/${comment.id}`)
  expect(deleteComment.response.parse(deleted.body).commentsCount).toBe(0)
  expect((await author.send('DELETE', `/api/posts/${post.id}`)).status).toBe(200)
  for (const { id } of [post, comment]) {
    const { id: caseId } = await heldCaseOf(id)
    expect((await decide(caseId, 'remove')).status).toBe(403)
    expect(await decide(caseId, 'dismiss')).toMatchObject({ status: 200, body: { exists: false } })
  }
  expect(await countOf(postId)).toBe(0)
})

test('one of two moderators decides; both at once release it once', async () => {
  const { id: postId } = await other.createPost()
  const { id } = await heldCaseOf((await addComment(author, postId, HELD)).id)
  const answers = await Promise.all(['dismiss', 'remove', 'dismiss'].map((action) => decide(id, action)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const isApproved = answers[1]?.status !== 200
  expect(await countOf(postId)).toBe(isApproved ? 1 : 0)
})

test("moderators' own posts are not held, nor are other texts", async () => {
  expect(await moderator.createPost({ content: HELD })).toMatchObject({ isHeld: false })
  expect(await author.createPost({ content: 'secure' })).toMatchObject({ isHeld: false })
})

test('a chat message with such a word waits beside the chat', async () => {
  const { id: streamId } = await other.createStream()
  const sent = await author.post('/api/chat/send', { streamId, message: 'a cure' })
  expect(chatMessage.parse(sent.body).isHeld).toBe(true)
  const waiting = await other.get(`/api/streams/${streamId}/held-chat`)
  expect(waiting.body).toMatchObject([{ message: 'a cure' }])
})

test('one member cannot fill the queue with what is held', async () => {
  const member = await server.member()
  const { id } = await other.createPost()
  for (let count = 0; count < 20; count++)
    expect((await member.post('/api/posts', { content: HELD })).status).toBe(201)
  for (const path of ['/api/posts', `/api/posts/${id}/comments`])
    expect(await member.post(path, { content: HELD })).toMatchObject({ status: 429 })
  expect((await member.post('/api/posts', { content: 'Fine' })).status).toBe(201)
})
