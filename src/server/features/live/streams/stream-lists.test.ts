import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLiveStreams, listRecentStreams, listUserStreams } from '#shared/live/streams.ts'
import { explainPlans } from '#server/db/testing/test-plans.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { storeVideo, storeVideoFiles } from '#server/features/videos/videos/test-queries.ts'
import { videos } from '#server/features/videos/videos/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { listRecent } from './queries.ts'
import { streams } from './schema.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

type StartOptions = { category: string; isLive?: boolean; isPublic?: boolean }

/** Creates a user and a stream of theirs that was started, and ended unless `isLive`. Returns its id. */
async function started(options: StartOptions): Promise<string> {
  const client = await server.member()
  return startedBy(client, options)
}

async function startedBy(client: TestClient, { category, isLive = false, isPublic = true }: StartOptions) {
  const { id } = await client.createStream({ category, settings: { isPublic } })
  await client.put(`/api/streams/${id}`, { isLive: true })
  if (!isLive) await client.put(`/api/streams/${id}`, { isLive: false })
  return id
}

async function live(query = ''): Promise<string[]> {
  const { body } = await server.client().get(`/api/streams/live${query}`)
  return listLiveStreams.response.parse(body).map(({ id }) => id)
}

async function recent(query = ''): Promise<string[]> {
  const { body } = await server.client().get(`/api/streams/recent${query}`)
  return listRecentStreams.response.parse(body).map(({ id }) => id)
}

const inCategory = (category: string) => `?category=${encodeURIComponent(category)}`

test('live streams are filtered by a category, or by a movement with all of its categories', async () => {
  const soul = await started({ category: 'Caribbean Vibes', isLive: true })
  const music = await started({ category: 'Afrobeats & Music', isLive: true })
  const chess = await started({ category: 'Gaming', isLive: true })
  expect(await live(inCategory('Caribbean Vibes'))).toEqual([soul])
  expect(await live(inCategory('Afrobeats & Soul'))).toEqual([music, soul])
  expect(await live(inCategory('Gaming Culture'))).toEqual([chess])
  expect(await live(inCategory('Just Chatting'))).toEqual([])
  expect(await live()).toEqual(expect.arrayContaining([soul, music, chess]))
  expect(await server.client().get(`/api/streams/live${inCategory('Nothing')}`)).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'category' }] },
  })
})

test('ended streams are listed by their start, across categories, without private, live and unstarted ones', async () => {
  const first = await started({ category: 'Cooking & Culture' })
  const second = await started({ category: 'Tech & Innovation' })
  const third = await started({ category: 'Cooking & Culture' })
  await started({ category: 'Cooking & Culture', isPublic: false })
  await started({ category: 'Cooking & Culture', isLive: true })
  await (await server.member()).createStream({ category: 'Cooking & Culture' })
  expect(await recent(inCategory('Culinary Arts'))).toEqual([third, first])
  expect(await recent()).toEqual([third, second, first])
})

test('a stream that was only rehearsed is not listed as recent', async () => {
  const category = 'Education & History'
  const ended = await started({ category })
  const rehearsed = await started({ category })
  await server.database.db
    .update(streams)
    .set({ scheduledFor: new Date(Date.now() + 60_000) })
    .where(eq(streams.id, rehearsed))
  expect(await recent(inCategory(category))).toEqual([ended])
})

test('streams of a deactivated user are not listed, and pages stay full', async () => {
  const category = 'Comedy & Entertainment'
  const active = await started({ category })
  const leaving = await server.member()
  await startedBy(leaving, { category })
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, leaving.user.id))
  expect(await recent(`${inCategory(category)}&limit=1`)).toEqual([active])
})

test('pages are ordered by start, also when streams started at the same time', async () => {
  const category = 'Poetry & Spoken Word'
  const ids: string[] = []
  for (let index = 0; index < 5; index++) ids.push(await started({ category }))
  await server.database.db
    .update(streams)
    .set({ startedAt: new Date('2025-11-21T19:04:00Z') })
    .where(eq(streams.category, category))
  const seen: string[] = []
  for (let path = `/api/streams/recent${inCategory(category)}&limit=2`; path !== '';) {
    const { body, headers } = await server.client().get(path)
    seen.push(...listRecentStreams.response.parse(body).map(({ id }) => id))
    path = /<([^>]*)>/.exec(headers.get('link') ?? '')?.[1] ?? ''
  }
  expect(seen).toEqual(ids.toReversed())
})

test('the list of ended streams uses its index, category by category', async () => {
  const { db } = server.database
  const member = await server.member()
  await db.execute(sql`
    insert into streams (id, streamer_id, title, category, started_at, created_at)
    select gen_random_uuid(), ${member.user.id}, 'Seeded', case when n % 100 = 0 then 'Gaming' else 'Just Chatting' end,
      now() - n * interval '1 minute', now() from generate_series(1, 20000) n`)
  await db.execute(sql`analyze streams`)
  const plan = await explainPlans(server.database, (testDb) =>
    listRecent(testDb, null, ['Gaming', 'Just Chatting'], 21),
  )
  expect(plan).toContain('streams_recent_idx')
  expect(plan).not.toContain('Seq Scan on streams')
})

test("a user's streams are ordered by their last broadcast, then those that never started by their creation", async () => {
  const client = await server.member()
  const create = async () => (await client.createStream()).id
  const first = await startedBy(client, { category: 'Gaming' })
  const second = await startedBy(client, { category: 'Gaming' })
  const [oldest, newest] = [await create(), await create()]
  for (const isLive of [true, false]) await client.put(`/api/streams/${first}`, { isLive })
  const read = async (path: string) => {
    const { body, headers } = await client.get(path)
    return { ids: listUserStreams.response.parse(body).map(({ id }) => id), link: headers.get('link') }
  }
  const path = `/api/users/${client.user.id}/streams`
  expect((await read(path)).ids).toEqual([first, second, newest, oldest])
  expect((await read(`${path}?order=created`)).ids).toEqual([newest, oldest, second, first])
  const pages: string[][] = []
  for (let next: string | undefined = `${path}?limit=1`; next !== undefined;) {
    const { ids, link } = await read(next)
    pages.push(ids)
    next = /<(.+)>/.exec(link ?? '')?.[1]
  }
  expect(pages).toEqual([[first], [second], [newest], [oldest]])
})

test('an ended stream without a thumbnail has the poster of its public recording', async () => {
  const client = await server.member()
  const id = await startedBy(client, { category: 'Gaming' })
  const { db } = server.database
  const video = await storeVideo(db, client.user.id, { isPublished: true, streamId: id })
  const poster = { kind: 'poster', mimeType: 'image/webp' } as const
  await storeVideoFiles(server, video, [
    { ...poster, name: 'poster-1.webp' },
    { ...poster, name: 'poster-1-small.webp' },
  ])
  const read = async () => {
    const { body } = await server.client().get(`/api/users/${client.user.id}/streams`)
    return listUserStreams.response.parse(body)[0]?.posterUrl
  }
  expect(await read()).toMatch(new RegExp(`^/api/videos/${video}/files/.+/poster-1.webp$`))
  await db.update(videos).set({ isPublic: false }).where(eq(videos.id, video))
  expect(await read()).toBeNull()
})
