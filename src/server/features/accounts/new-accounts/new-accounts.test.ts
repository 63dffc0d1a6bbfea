import { eq } from 'drizzle-orm'
import { afterEach, afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#server/features/accounts/users/schema.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
afterEach(async () => {
  for (const key of ['newAccountHours', 'newAccountPostsPerHour', 'newAccountLinks'])
    await server.admin.send('DELETE', `/api/admin/settings/community.${key}`)
})

const set = (key: string, value: string) =>
  server.admin.post('/api/admin/settings', { key: `community.${key}`, value })
const post = (client: TestClient, content: string) => client.post('/api/posts', { content })
const LINK = 'See https://example.org/shop'

async function openAccount(change: Partial<typeof users.$inferInsert> = {}): Promise<TestClient> {
  const member = await server.member()
  if (Object.keys(change).length === 0) return member
  await server.database.db.update(users).set(change).where(eq(users.id, member.user.id))
  await server.catchUpWithDatabase()
  return member
}
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000 + 60_000)

test('a new site limits no new account', async () => {
  const member = await openAccount()
  for (let count = 0; count < 7; count++) expect((await post(member, LINK)).status).toBe(201)
})

test('a new account cannot write links, and is told for how long', async () => {
  await set('newAccountHours', '24')
  const member = await openAccount({ createdAt: hoursAgo(20) })
  const { id: postId } = await member.createPost()
  const { id: streamId } = await member.createStream()
  const videoId = await storeVideo(server.database.db, member.user.id)
  const stream = { title: 'Fine', category: 'Gaming' }
  const video = { title: 'Fine', category: 'Music', videoUrl: '/files/none.mp4' }
  const message = "New members can't write links yet. You can in 5 hours."
  const calls: [method: string, path: string, body: object, field: string][] = [
    ['POST', '/api/posts', { content: LINK }, 'content'],
    ['POST', `/api/posts/${postId}/comments`, { content: 'www.example.org' }, 'content'],
    ['POST', '/api/chat/send', { streamId, message: LINK }, 'message'],
    ['PUT', '/api/auth/profile', { bio: LINK }, 'bio'],
    ['POST', '/api/chat/send', { streamId, message: 'https://[::1]/shop' }, 'message'],
    ['POST', '/api/posts', { content: '見てhttps://example.org/j' }, 'content'],
    ['POST', '/api/posts', { content: '（https://例え.jp）です' }, 'content'],
    ['PUT', '/api/auth/profile', { bioMultilingual: { fr: LINK } }, 'bioMultilingual'],
    ['PUT', '/api/auth/profile', { firstName: 'www.example.org' }, 'firstName'],
    ['PUT', '/api/auth/profile', { collaborationTags: ['www.example.org'] }, 'collaborationTags'],
    ['POST', '/api/creator/social-links', { platform: 'website', url: 'https://example.org/' }, 'url'],
    ['POST', '/api/streams', { ...stream, description: LINK }, 'description'],
    ['PUT', `/api/streams/${streamId}`, { title: LINK }, 'title'],
    ['POST', '/api/creator/videos', { ...video, description: LINK }, 'description'],
    ['PUT', `/api/creator/videos/${videoId}`, { tags: ['www.example.org'] }, 'tags'],
  ]
  for (const [method, path, body, field] of calls)
    expect([path, await member.send(method, path, body)]).toMatchObject([
      path,
      { status: 422, body: { code: 'new_account', message, fields: [{ path: field, message }] } },
    ])
  expect((await post(member, 'http and www are no links')).status).toBe(201)
  await set('newAccountLinks', 'true')
  expect((await post(member, LINK)).status).toBe(201)
})

test('a new account can write few posts and comments in an hour', async () => {
  await set('newAccountHours', '1')
  await set('newAccountPostsPerHour', '2')
  const member = await openAccount()
  const { id } = await member.createPost()
  expect((await member.post(`/api/posts/${id}/comments`, { content: 'one' })).status).toBe(201)
  const response = await post(member, 'two')
  expect(response).toMatchObject({
    status: 429,
    body: {
      code: 'new_account',
      message: 'New members can write 2 posts and comments an hour. In 1 hour you are no longer new.',
    },
  })
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3000)
  const { id: streamId } = await member.createStream()
  expect((await member.post('/api/chat/send', { streamId, message: 'hello' })).status).toBe(201)
})

test('older accounts and roles above user have no such limits', async () => {
  await set('newAccountHours', '24')
  await set('newAccountPostsPerHour', '1')
  for (const change of [{ createdAt: hoursAgo(25) }, { role: 'moderator' } as const]) {
    const member = await openAccount(change)
    for (let count = 0; count < 3; count++) expect((await post(member, LINK)).status).toBe(201)
  }
})
