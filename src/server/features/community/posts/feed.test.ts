import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Post, listFeed } from '#shared/community/posts.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let reader: TestClient
beforeAll(async () => {
  server = await startTestApp()
  reader = await server.member()
})
afterAll(() => server.close())

const list = async (client: TestClient, path: string) =>
  listFeed.response.parse((await client.get(path)).body)
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('the pages of a list have every post once, newest first', async () => {
  const member = await server.member()
  const created: Post[] = []
  for (let index = 0; index < 7; index++)
    created.push(await member.createPost({ content: `number ${index}` }))
  const listed: string[] = []
  for await (const page of reader.pages(`/api/users/${member.user.id}/posts?limit=3`))
    listed.push(...idsOf(listFeed.response.parse(page)))
  expect(listed).toEqual(idsOf(created).reverse())
  expect(idsOf(await list(reader, '/api/posts/feed?limit=100'))).toEqual(listed)
})

test.each([
  ['garbage'],
  [''],
  [Buffer.from('["1 or 1=1"]').toString('base64url')],
  [Buffer.from('[null]').toString('base64url')],
  [Buffer.from(`["${crypto.randomUUID()}","${crypto.randomUUID()}"]`).toString('base64url')],
])('the forged cursor %j is refused', async (cursor) => {
  for (const path of ['/api/posts/feed', '/api/posts/circle', '/api/bookmarks', '/api/journey']) {
    const response = await reader.get(`${path}?cursor=${cursor}`)
    expect(response, path).toMatchObject({ status: 400, body: { fields: [{ path: 'cursor' }] } })
  }
})

test.each(['0', '101', '-1', 'x', '1.5'])('a page of %s is refused', async (limit) => {
  expect((await reader.get(`/api/posts/feed?limit=${limit}`)).status).toBe(400)
})

test('the posts of a deactivated user are hidden from everyone', async () => {
  const member = await server.member()
  const { id } = await member.createPost()
  await reader.send('PUT', `/api/posts/${id}/bookmark`)
  await reader.post(`/api/users/${member.user.id}/follow`)
  expect(idsOf(await list(reader, '/api/posts/circle'))).toContain(id)
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, member.user.id))
  for (const path of ['/api/posts/feed', '/api/posts/circle', '/api/bookmarks'])
    expect(idsOf(await list(reader, path)), path).not.toContain(id)
  for (const path of [`/api/posts/${id}`, `/api/posts/${id}/comments`, `/api/users/${member.user.id}/posts`])
    expect((await server.admin.get(path)).status, path).toBe(404)
})

test('the posts of an unknown user are not found, and a user without posts has an empty list', async () => {
  expect((await reader.get(`/api/users/${crypto.randomUUID()}/posts`)).status).toBe(404)
  expect((await reader.get('/api/users/42/posts')).status).toBe(404)
  expect(await list(reader, `/api/users/${(await server.member()).user.id}/posts`)).toEqual([])
})
