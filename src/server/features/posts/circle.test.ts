import { eq, inArray, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCircle } from '#shared/posts.ts'
import { follows } from '#server/features/follows/schema.ts'
import { users } from '#server/features/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { posts } from './schema.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const circleOf = async (client: TestClient, query = '') =>
  listCircle.response.parse((await client.get(`/api/posts/circle${query}`)).body).map(({ id }) => id)

test('a member’s circle is its own posts and those of whom it follows', async () => {
  const [member, friend, stranger] = [await server.member(), await server.member(), await server.member()]
  const theirs = await friend.createPost()
  await stranger.createPost()
  expect(await circleOf(member)).toEqual([])
  await member.post(`/api/users/${friend.user.id}/follow`)
  const own = await member.createPost()
  const later = await friend.createPost()
  expect(await circleOf(member)).toEqual([later.id, own.id, theirs.id])
  expect(await circleOf(member, '?limit=2')).toEqual([later.id, own.id])
  await member.post(`/api/users/${friend.user.id}/unfollow`)
  expect(await circleOf(member)).toEqual([own.id])
})

test('whoever follows many sees the same, however far back it lies', async () => {
  const member = await server.member()
  const followed = await insertMembers(130)
  const [stranger] = await insertMembers(1)
  await follow(member.user.id, followed)
  const theirs = await insertPosts(followed, 150)
  // More posts of others than are looked at before each member is asked.
  await insertPosts([stranger ?? ''], 2100)
  const older = await pages(member)
  expect(older).toEqual(theirs.toReversed())
  const newer = await insertPosts(followed, 60)
  await insertPosts([stranger ?? ''], 30)
  const [hidden = ''] = followed
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, hidden))
  const authors = await authorsOf([...theirs, ...newer])
  const expected = [...theirs, ...newer].filter((id) => authors.get(id) !== hidden)
  expect(await pages(member)).toEqual(expected.toReversed())
})

async function pages(member: TestClient): Promise<string[]> {
  const seen: string[] = []
  for await (const page of member.pages('/api/posts/circle?limit=50'))
    seen.push(...listCircle.response.parse(page).map(({ id }) => id))
  return seen
}

async function insertMembers(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    const id = v7()
    return { id, email: `${id}@example.org`, handle: `m${id.replaceAll('-', '')}` }
  })
  await server.database.db.insert(users).values(rows)
  return rows.map(({ id }) => id)
}

async function follow(followerId: string, ids: string[]): Promise<void> {
  const { db } = server.database
  await db.insert(follows).values(ids.map((followingId) => ({ followerId, followingId })))
  await db
    .update(users)
    .set({ followingCount: sql`${users.followingCount} + ${ids.length}` })
    .where(eq(users.id, followerId))
}

/** One after the other by each in turn; answers their ids, the oldest first. */
async function insertPosts(authors: string[], count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: v7(),
    authorId: authors[index % authors.length] ?? '',
    content: `number ${index}`,
  }))
  await server.database.db.insert(posts).values(rows)
  return rows.map(({ id }) => id)
}

async function authorsOf(ids: string[]): Promise<Map<string, string>> {
  const rows = await server.database.db
    .select({ id: posts.id, authorId: posts.authorId })
    .from(posts)
    .where(inArray(posts.id, ids))
  return new Map(rows.map(({ id, authorId }) => [id, authorId]))
}
