import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listTrending, type Trend } from '#shared/trending.ts'
import { post as postSchema } from '#shared/posts.ts'
import { postHashtags, posts } from '#server/features/posts/schema.ts'
import { users } from '#server/features/users/schema.ts'
import { createTestDatabaseOf } from '#server/db/testing/test-database.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { listTagsBeginning, listTrends } from './queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const writes = async (client: TestClient, content: string) =>
  postSchema.parse((await client.post('/api/posts', { content })).body).id

const since = (daysAgo: number) => new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000)
const trendsNow = () => listTrends(server.database.db, since(7), 50)
const found = (trends: Trend[], tag: string) => trends.find((trend) => trend.tag === tag)

test('a hashtag weighs by its posts, then by how many members use it', async () => {
  const [one, two, three] = [await server.member(), await server.member(), await server.member()]
  for (let index = 0; index < 5; index++) await writes(one, `Again #Loud ${index}`)
  for (const member of [one, two, three]) await writes(member, '#Shared')
  for (const member of [one, two]) await writes(member, '#Pair and #Pair')
  await writes(two, '#Pair')
  await writes(two, '#Duo')
  await writes(three, '#Duo')
  const trends = await trendsNow()
  expect(trends).toEqual([
    { tag: 'loud', label: 'Loud', postsCount: 5 },
    { tag: 'shared', label: 'Shared', postsCount: 3 },
    { tag: 'pair', label: 'Pair', postsCount: 3 },
    { tag: 'duo', label: 'Duo', postsCount: 2 },
  ])
  expect(await listTrends(server.database.db, since(7), 1)).toEqual(trends.slice(0, 1))
})

test('one hashtag however it is written, shown as most write it', async () => {
  const member = await server.member()
  for (const content of ['#kreyolpoetry', '#KreyòlPoetry', '#KreyòlPoetry']) await writes(member, content)
  expect(found(await trendsNow(), 'kreyolpoetry')).toEqual({
    tag: 'kreyolpoetry',
    label: 'KreyòlPoetry',
    postsCount: 3,
  })
})

test('what is older than a week, deleted, or of deactivated members does not count', async () => {
  const [stays, leaves] = [await server.member(), await server.member()]
  const old = await writes(stays, '#Old')
  const deleted = await writes(stays, '#Deleted')
  await writes(leaves, '#Left')
  const { db } = server.database
  await db
    .update(postHashtags)
    .set({ createdAt: since(8) })
    .where(eq(postHashtags.postId, old))
  await db.update(users).set({ isActive: false }).where(eq(users.id, leaves.user.id))
  expect((await stays.send('DELETE', `/api/posts/${deleted}`)).status).toBe(200)
  const tags = (await trendsNow()).map(({ tag }) => tag)
  for (const tag of ['old', 'deleted', 'left']) expect(tags).not.toContain(tag)
})

test('hashtags of deactivated members are not suggested, and their uses do not count', async () => {
  const [stays, leaves] = [await server.member(), await server.member()]
  for (const content of ['#WovenByLeaver', '#WovenByBOTH']) await writes(leaves, content)
  for (const content of ['#WovenByBoth', '#WovenByBOTH', '#WovenByBOTH']) await writes(leaves, content)
  await writes(stays, '#WovenByBoth')
  const suggested = () => listTagsBeginning(server.database.db, 'wovenby', ['wovenbyleaver'], 3)
  expect((await suggested()).map(({ tag }) => tag)).toEqual(['wovenbyleaver', 'wovenbyboth'])
  const { db } = server.database
  await db.update(users).set({ isActive: false }).where(eq(users.id, leaves.user.id))
  const both = { tag: 'wovenbyboth', label: 'WovenByBoth', postsCount: 1 }
  expect(await suggested()).toEqual([both])
  expect(found(await trendsNow(), 'wovenbyboth')).toEqual(both)
})

test('the list is open to everyone, as long as asked for, and counted once a while', async () => {
  const member = await server.member()
  const list = async (query: string) =>
    listTrending.response.parse((await server.client().get(`/api/trending${query}`)).body)
  const before = await list('?limit=50')
  expect(await list('')).toEqual(before.slice(0, 5))
  expect(await list('?limit=2')).toEqual(before.slice(0, 2))
  await writes(member, '#NotCountedYet')
  expect(await list('?limit=50')).toEqual(before)
  for (const limit of ['0', '51', 'x'])
    expect((await server.client().get(`/api/trending?limit=${limit}`)).status, limit).toBe(400)
})

test('hashtags by their beginning: those asked for first, then by the alphabet', async () => {
  const member = await server.member()
  for (const tag of ['#Zouk', '#ZoukLove', '#Zumba', '#Zulu']) await writes(member, tag)
  const list = async (beginning: string, popular: string[], limit = 10) =>
    (await listTagsBeginning(server.database.db, beginning, popular, limit)).map(({ tag }) => tag)
  expect(await list('zou', [])).toEqual(['zouk', 'zouklove'])
  expect(await list('z', ['zumba'], 2)).toEqual(['zumba', 'zouk'])
  expect(await list('z', ['zgone'])).toEqual(['zouk', 'zouklove', 'zulu', 'zumba'])
  expect(await list('zzz', [])).toEqual([])
})

test('hashtags that begin so are found in a database that sorts as people do', async () => {
  const database = await createTestDatabaseOf('en-US')
  onTestFinished(() => database.close())
  const { db } = database
  const [author] = await db.insert(users).values({ email: 'a@example.org', handle: 'author' }).returning()
  // Both kinds of kana are one letter to a person, and stand mixed in its order.
  for (const tag of ['か', 'カあ', 'かい', 'かう', 'カえ']) {
    const values = { authorId: author?.id ?? '', content: `#${tag}` }
    const [row] = await db.insert(posts).values(values).returning()
    const of = { postId: row?.id ?? '', authorId: values.authorId }
    await db.insert(postHashtags).values({ tag, label: tag, ...of })
  }
  const tags = (await listTagsBeginning(db, 'か', [], 10)).map(({ tag }) => tag)
  expect(tags).toEqual(['か', 'かい', 'かう'])
})
