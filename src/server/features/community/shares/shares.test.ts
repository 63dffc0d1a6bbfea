import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharePost } from '#shared/community/shares.ts'
import { posts } from '#server/features/community/posts/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { shares } from './schema.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('each user counts once, however often they share a post', async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => server.member()))
  const { id } = await server.admin.createPost()
  await Promise.all([...users, ...users].map((member) => member.post(`/api/posts/${id}/share`)))
  const response = await server.admin.post(`/api/posts/${id}/share`)
  expect(sharePost.response.parse(response.body)).toEqual({ sharesCount: 5 })
  expect(await users[0]?.post(`/api/posts/${id}/share`)).toMatchObject({ body: { sharesCount: 5 } })
  const { db } = server.database
  const [row] = await db.select().from(posts).where(eq(posts.id, id))
  expect(row?.sharesCount).toBe(await db.$count(shares, eq(shares.postId, id)))
})
