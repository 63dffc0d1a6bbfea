import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listVideos } from '#shared/videos/videos.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let creator: TestClient
let other: TestClient
beforeAll(async () => {
  server = await startTestApp()
  creator = await server.member()
  other = await server.member()
})
afterAll(() => server.close())

type Columns = Parameters<typeof storeVideo>[2]
const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const publish = (client: TestClient, columns: Columns = {}) =>
  storeVideo(server.database.db, client.user.id, { isPublished: true, ...columns })
const ids = async (path: string, client = server.client()) => {
  const { status, body } = await client.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  return listVideos.response.parse(body).map(({ id }) => id)
}
async function pagesOf(path: string): Promise<string[]> {
  const found = []
  for await (const page of server.client().pages(path))
    found.push(...listVideos.response.parse(page).map(({ id }) => id))
  return found
}

test('the public videos of a category are listed, the latest published or the most viewed first, by pages', async () => {
  const old = await publish(creator, { category: 'Travel', publishedAt: daysAgo(9), viewsCount: 40 })
  const fresh = await publish(other, { category: 'Travel', publishedAt: daysAgo(1), viewsCount: 2 })
  const middle = await publish(creator, { category: 'Travel', publishedAt: daysAgo(5), viewsCount: 40 })
  await publish(creator, { category: 'Sports' })
  // They were public before.
  for (const hidden of [{ isPublic: false }, { isPublished: false }, { state: 'processing' as const }])
    await publish(creator, { category: 'Travel', publishedAt: new Date(), viewsCount: 99, ...hidden })
  await storeVideo(server.database.db, creator.user.id, { category: 'Travel' })
  expect(await ids('/api/videos?category=Travel&limit=3')).toEqual([fresh, middle, old])
  expect(await pagesOf('/api/videos?category=Travel&limit=1')).toEqual([fresh, middle, old])
  expect(await pagesOf('/api/videos?category=Travel&sort=popular&limit=1')).toEqual([middle, old, fresh])
  expect(await ids('/api/videos?category=Travel', creator)).toEqual([fresh, middle, old])
})

test('a movement or stream category lists the videos of its categories; one without any lists none', async () => {
  const food = await publish(creator, { category: 'Food' })
  const movement = (name: string) => `/api/videos?category=${encodeURIComponent(name)}`
  expect(await ids(movement('Culinary Arts'))).toEqual([food])
  expect(await ids(movement('Cooking & Culture'))).toEqual([food])
  expect(await ids(movement('Just Chatting'))).toEqual([])
  expect((await server.client().get(movement('Gardening'))).status).toBe(400)
})

test('a forged cursor is refused', async () => {
  for (const cursor of ['nonsense', Buffer.from('["-1","x"]').toString('base64url')])
    for (const sort of ['newest', 'popular'])
      expect((await server.client().get(`/api/videos?sort=${sort}&cursor=${cursor}`)).status).toBe(400)
})

test('a profile lists the public videos of the member, also for the member', async () => {
  const member = await server.member()
  const one = await publish(member, { publishedAt: daysAgo(2) })
  const two = await publish(member)
  await storeVideo(server.database.db, member.user.id)
  for (const client of [server.client(), member])
    expect(await ids(`/api/users/${member.user.id}/videos`, client)).toEqual([two, one])
})

test('related are other videos of the creator, with the same tags and in the category, never hidden ones', async () => {
  const [maker, stranger, gone] = [await server.member(), await server.member(), await server.member()]
  const subject = await publish(maker, { category: 'Art', tags: ['Loom', 'Kente'] })
  const unrelated = await publish(stranger, { category: 'Comedy', publishedAt: daysAgo(30) })
  const sameTag = await publish(stranger, {
    category: 'Drama',
    tags: ['LOOM', 'kente'],
    publishedAt: daysAgo(3),
  })
  const sameCategory = await publish(stranger, { category: 'Art', publishedAt: daysAgo(3) })
  const sameCreator = await publish(maker, { category: 'Art', publishedAt: daysAgo(3) })
  const hidden = await publish(maker, { category: 'Art', isPublic: false })
  const ofGone = await publish(gone, { category: 'Art' })
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, gone.user.id))
  const related = await ids(`/api/videos/${subject}/related?limit=100`)
  expect(related.slice(0, 3)).toEqual([sameCreator, sameTag, sameCategory])
  expect(related).toContain(unrelated)
  for (const id of [subject, hidden, ofGone]) expect(related).not.toContain(id)
})
