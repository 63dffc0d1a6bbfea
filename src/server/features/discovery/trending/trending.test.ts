import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listTrending, type Trend } from '#shared/discovery/trending.ts'
import { post as postSchema } from '#shared/community/posts.ts'
import { postHashtags, posts } from '#server/features/community/posts/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { createTestDatabaseWithLanguage } from '#server/db/testing/test-database.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { listTagsByPrefix, listTrends } from './queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const writePost = async (client: TestClient, content: string) =>
  postSchema.parse((await client.post('/api/posts', { content })).body).id

const since = (daysAgo: number) => new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000)
const trendsNow = () => listTrends(server.database.db, since(7), 50)
const found = (trends: Trend[], tag: string) => trends.find((trend) => trend.tag === tag)

test('hashtags are ranked by posts, then by users', async () => {
  const [one, two, three] = [await server.member(), await server.member(), await server.member()]
  for (let index = 0; index < 5; index++) await writePost(one, `Again #Loud ${index}`)
  for (const member of [one, two, three]) await writePost(member, '#Shared')
  for (const member of [one, two]) await writePost(member, '#Pair and #Pair')
  await writePost(two, '#Pair')
  await writePost(two, '#Duo')
  await writePost(three, '#Duo')
  const trends = await trendsNow()
  expect(trends).toEqual([
    { tag: 'loud', label: 'Loud', postsCount: 5 },
    { tag: 'shared', label: 'Shared', postsCount: 3 },
    { tag: 'pair', label: 'Pair', postsCount: 3 },
    { tag: 'duo', label: 'Duo', postsCount: 2 },
  ])
  expect(await listTrends(server.database.db, since(7), 1)).toEqual(trends.slice(0, 1))
})

test('spellings of a hashtag count as one, shown in the most frequent spelling', async () => {
  const member = await server.member()
  for (const content of ['#kreyolpoetry', '#KreyòlPoetry', '#KreyòlPoetry']) await writePost(member, content)
  expect(found(await trendsNow(), 'kreyolpoetry')).toEqual({
    tag: 'kreyolpoetry',
    label: 'KreyòlPoetry',
    postsCount: 3,
  })
})

test('posts that are older than a week, deleted, or of inactive users are not counted', async () => {
  const [active, inactive] = [await server.member(), await server.member()]
  const old = await writePost(active, '#Old')
  const deleted = await writePost(active, '#Deleted')
  await writePost(inactive, '#Left')
  const { db } = server.database
  await db
    .update(postHashtags)
    .set({ createdAt: since(8) })
    .where(eq(postHashtags.postId, old))
  await db.update(users).set({ isActive: false }).where(eq(users.id, inactive.user.id))
  expect((await active.send('DELETE', `/api/posts/${deleted}`)).status).toBe(200)
  const tags = (await trendsNow()).map(({ tag }) => tag)
  for (const tag of ['old', 'deleted', 'left']) expect(tags).not.toContain(tag)
})

test('hashtags of inactive users are not suggested, and their uses are not counted', async () => {
  const [active, inactive] = [await server.member(), await server.member()]
  for (const content of ['#WovenByLeaver', '#WovenByBOTH']) await writePost(inactive, content)
  for (const content of ['#WovenByBoth', '#WovenByBOTH', '#WovenByBOTH']) await writePost(inactive, content)
  await writePost(active, '#WovenByBoth')
  const suggested = () => listTagsByPrefix(server.database.db, 'wovenby', ['wovenbyleaver'], 3)
  expect((await suggested()).map(({ tag }) => tag)).toEqual(['wovenbyleaver', 'wovenbyboth'])
  const { db } = server.database
  await db.update(users).set({ isActive: false }).where(eq(users.id, inactive.user.id))
  const both = { tag: 'wovenbyboth', label: 'WovenByBoth', postsCount: 1 }
  expect(await suggested()).toEqual([both])
  expect(found(await trendsNow(), 'wovenbyboth')).toEqual(both)
})

test('the list is public, has the requested length and is cached', async () => {
  const member = await server.member()
  const list = async (query: string) =>
    listTrending.response.parse((await server.client().get(`/api/trending${query}`)).body)
  const before = await list('?limit=50')
  expect(await list('')).toEqual(before.slice(0, 5))
  expect(await list('?limit=2')).toEqual(before.slice(0, 2))
  await writePost(member, '#NotCountedYet')
  expect(await list('?limit=50')).toEqual(before)
  for (const limit of ['0', '51', 'x'])
    expect((await server.client().get(`/api/trending?limit=${limit}`)).status, limit).toBe(400)
})

test('hashtags by prefix list popular ones first, then alphabetically', async () => {
  const member = await server.member()
  for (const tag of ['#Zouk', '#ZoukLove', '#Zumba', '#Zulu']) await writePost(member, tag)
  const list = async (prefix: string, popular: string[], limit = 10) =>
    (await listTagsByPrefix(server.database.db, prefix, popular, limit)).map(({ tag }) => tag)
  expect(await list('zou', [])).toEqual(['zouk', 'zouklove'])
  expect(await list('z', ['zumba'], 2)).toEqual(['zumba', 'zouk'])
  expect(await list('z', ['zgone'])).toEqual(['zouk', 'zouklove', 'zulu', 'zumba'])
  expect(await list('zzz', [])).toEqual([])
})

test('hashtags by prefix are found in a database with a linguistic collation', async () => {
  const database = await createTestDatabaseWithLanguage('en-US')
  onTestFinished(() => database.close())
  const { db } = database
  const [author] = await db.insert(users).values({ email: 'a@example.org', handle: 'author' }).returning()
  // A linguistic collation treats hiragana and katakana as the same letters and sorts them together.
  for (const tag of ['か', 'カあ', 'かい', 'かう', 'カえ']) {
    const values = { authorId: author?.id ?? '', content: `#${tag}` }
    const [row] = await db.insert(posts).values(values).returning()
    const hashtag = { tag, label: tag, postId: row?.id ?? '', authorId: values.authorId }
    await db.insert(postHashtags).values(hashtag)
  }
  const tags = (await listTagsByPrefix(db, 'か', [], 10)).map(({ tag }) => tag)
  expect(tags).toEqual(['か', 'かい', 'かう'])
})
