import { eq, inArray, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCircle } from '#shared/community/posts.ts'
import { follows } from '#server/features/accounts/follows/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
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

test('the circle has the user’s own posts and those of followed users', async () => {
  const [member, friend, stranger] = [await server.member(), await server.member(), await server.member()]
  const friendPost = await friend.createPost()
  await stranger.createPost()
  expect(await circleOf(member)).toEqual([])
  await member.post(`/api/users/${friend.user.id}/follow`)
  const ownPost = await member.createPost()
  const laterPost = await friend.createPost()
  expect(await circleOf(member)).toEqual([laterPost.id, ownPost.id, friendPost.id])
  expect(await circleOf(member, '?limit=2')).toEqual([laterPost.id, ownPost.id])
  await member.post(`/api/users/${friend.user.id}/unfollow`)
  expect(await circleOf(member)).toEqual([ownPost.id])
})

test('a user who follows many sees the same posts, however old they are', async () => {
  const member = await server.member()
  const followed = await insertUsers(130)
  const [stranger] = await insertUsers(1)
  await insertFollows(member.user.id, followed)
  const olderPosts = await insertPosts(followed, 150)
  // More posts of others than are scanned before the query falls back to reading per followed user.
  await insertPosts([stranger ?? ''], 2100)
  expect(await readAllPages(member)).toEqual(olderPosts.toReversed())
  const newerPosts = await insertPosts(followed, 60)
  await insertPosts([stranger ?? ''], 30)
  const [deactivated = ''] = followed
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, deactivated))
  const authors = await authorsOf([...olderPosts, ...newerPosts])
  const expected = [...olderPosts, ...newerPosts].filter((id) => authors.get(id) !== deactivated)
  expect(await readAllPages(member)).toEqual(expected.toReversed())
})

async function readAllPages(member: TestClient): Promise<string[]> {
  const postIds: string[] = []
  for await (const page of member.pages('/api/posts/circle?limit=50'))
    postIds.push(...listCircle.response.parse(page).map(({ id }) => id))
  return postIds
}

async function insertUsers(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    const id = v7()
    return { id, email: `${id}@example.org`, handle: `m${id.replaceAll('-', '')}` }
  })
  await server.database.db.insert(users).values(rows)
  return rows.map(({ id }) => id)
}

async function insertFollows(followerId: string, ids: string[]): Promise<void> {
  const { db } = server.database
  await db.insert(follows).values(ids.map((followingId) => ({ followerId, followingId })))
  await db
    .update(users)
    .set({ followingCount: sql`${users.followingCount} + ${ids.length}` })
    .where(eq(users.id, followerId))
}

/** Inserts posts by the authors in turn; returns their ids, oldest first. */
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
