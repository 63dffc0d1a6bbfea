import { randomUUID } from 'node:crypto'
import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { errorBody } from '#shared/errors.ts'
import { contactMessages } from '#server/features/operations/contact/schema.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** A mark of each direction, joiners, and isolates. */
const INVISIBLE = '\u200E\u200F\u061C\u200C\u200D\u2066\u2069'
const MARKED = 'أحب لغة C++\u200E كثيرا\u200F \u061Cمی\u200Cخواهم क्\u200Dष \u2066C#\u2069'

type TextCall = [method: string, path: string, bodyOf: (text: string) => object, field: string]

/** Every call with a text that members write, with the field that has it. */
async function callsOfMembers(): Promise<TextCall[]> {
  const member = server.admin
  const { id: postId } = await member.createPost()
  const { id: streamId } = await member.createStream()
  const videoId = await storeVideo(server.database.db, member.user.id, { isPublished: true })
  const stream = { title: 'Fine', category: 'Gaming' }
  const contact = { fullName: 'Ada', email: 'ada@example.org', subject: 'Fine', message: 'Fine' }
  const content = (text: string) => ({ content: text })
  return [
    ['POST', '/api/posts', content, 'content'],
    ['POST', `/api/posts/${postId}/comments`, content, 'content'],
    ['POST', `/api/videos/${videoId}/comments`, content, 'content'],
    ['POST', '/api/chat/send', (message) => ({ streamId, message }), 'message'],
    ['PUT', '/api/auth/profile', (bio) => ({ bio }), 'bio'],
    ['PUT', '/api/auth/profile', (fr) => ({ bioMultilingual: { fr } }), 'bioMultilingual'],
    ['POST', '/api/streams', (description) => ({ ...stream, description }), 'description'],
    ['PUT', `/api/streams/${streamId}`, (description) => ({ description }), 'description'],
    ['PUT', `/api/streams/${streamId}`, (title) => ({ title }), 'title'],
    ['PUT', `/api/creator/videos/${videoId}`, (description) => ({ description }), 'description'],
    ['PUT', `/api/creator/videos/${videoId}`, (title) => ({ title }), 'title'],
    ['POST', '/api/contact', (subject) => ({ ...contact, subject }), 'subject'],
    ['POST', '/api/contact', (message) => ({ ...contact, message }), 'message'],
  ]
}

/** Calls that are refused before anything is looked up. */
function furtherCalls(): TextCall[] {
  const id = randomUUID()
  const report = { subjectType: 'post', subjectId: id, reason: 'Other' }
  const announcement = { title: 'Fine', text: 'Fine', link: null }
  return [
    ['POST', '/api/reports', (words) => ({ ...report, words }), 'words'],
    ['POST', '/api/appeals', (words) => ({ decisionId: id, words }), 'words'],
    ['POST', '/api/paypal/order', (message) => ({ amount: '5', message }), 'message'],
    ['POST', `/api/moderation/reports/${id}`, (note) => ({ action: 'dismiss', note }), 'note'],
    ['POST', `/api/moderation/appeals/${id}`, (note) => ({ outcome: 'upheld', note }), 'note'],
    ['POST', `/api/admin/users/${id}/notes`, (text) => ({ text }), 'text'],
    ['POST', '/api/admin/announcements', (title) => ({ ...announcement, title }), 'title'],
    ['POST', '/api/admin/announcements', (text) => ({ ...announcement, text }), 'text'],
    ['POST', '/api/admin/invitations', (note) => ({ note }), 'note'],
    ['POST', `/api/admin/tips/${id}/refund`, (reason) => ({ reason }), 'reason'],
    ['PUT', `/api/admin/media/${id}`, (description) => ({ description }), 'description'],
    ['POST', `/api/admin/contact/${id}/answer`, (text) => ({ text }), 'text'],
    ['POST', '/api/admin/settings', (value) => ({ key: 'general.notice', value }), 'value'],
    [
      'POST',
      '/api/admin/settings',
      (value) => ({ key: 'community.rules', value: `Fine\n${value}` }),
      'value',
    ],
    ['POST', '/api/admin/settings', (description) => ({ key: 'x', value: 'x', description }), 'description'],
  ]
}

test('a text of only invisible characters is refused by every call', async () => {
  for (const [method, path, bodyOf, field] of [...(await callsOfMembers()), ...furtherCalls()]) {
    const { status, body } = await server.admin.send(method, path, bodyOf(INVISIBLE))
    const paths = fieldsOf(body).map((each) => each.path.split('.')[0])
    expect([path, status, paths]).toEqual([path, 400, expect.arrayContaining([field])])
  }
})

test('a text keeps marks of direction, joiners and isolates', async () => {
  for (const [method, path, bodyOf, field] of await callsOfMembers()) {
    const { status, body } = await server.admin.send(method, path, bodyOf(MARKED))
    expect([path, status]).toEqual([path, method === 'POST' ? 201 : 200])
    if (path !== '/api/contact')
      expect([path, field, JSON.stringify(body)]).toEqual([path, field, expect.stringContaining(MARKED)])
  }
  const [message] = await server.database.db
    .select()
    .from(contactMessages)
    .orderBy(desc(contactMessages.createdAt))
    .limit(1)
  expect(message).toMatchObject({ message: MARKED })
})

test('an excerpt has no isolate that ends after it', async () => {
  const [author, reader] = [await server.member(), await server.member()]
  const text = `Wave \u2067${'x'.repeat(300)}\u2069 on`
  const post = await author.createPost({ content: text })
  const { body: comment } = await reader.post(`/api/posts/${post.id}/comments`, { content: text })
  await reader.post(`/api/posts/${post.id}/like`)
  const { body: list } = await author.get('/api/notifications')
  expect(comment).toMatchObject({ content: text })
  expect(list).toMatchObject([
    { type: 'like', post: { excerpt: `Wave ${'x'.repeat(154)}` } },
    { type: 'comment', comment: { excerpt: `Wave ${'x'.repeat(154)}` } },
  ])

  const { id: streamId } = await author.createStream()
  const { body: replied } = await author.post('/api/chat/send', { streamId, message: text })
  const replyTo = idOf(replied)
  const { body: reply } = await reader.post('/api/chat/send', { streamId, message: 'Yes', replyTo })
  expect(reply).toMatchObject({ replyTo: { excerpt: `Wave ${'x'.repeat(134)}` } })
})

test("a member's name has no mark that can make it read as another", async () => {
  const member = await server.member()
  const { body } = await member.put('/api/auth/profile', {
    firstName: `\u2067Ada\u200E\u202E`,
    languages: ['Yor\u200Fùbá'],
  })
  expect(body).toMatchObject({ firstName: 'Ada', languages: ['Yorùbá'] })
})

const idOf = (body: unknown): string => z.object({ id: z.string() }).parse(body).id

function fieldsOf(body: unknown): { path: string }[] {
  return errorBody.safeParse(body).data?.fields ?? []
}
