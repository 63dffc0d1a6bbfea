import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STREAM_CATEGORIES } from '#shared/constants.ts'
import { listLiveStreams, stream as streamSchema } from '#shared/live/streams.ts'
import { analyticsEvents } from '#server/logs/schema.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const DEFAULTS = {
  isPublic: true,
  allowChat: true,
  recordStream: false,
  publishRecording: false,
  tipGoal: null,
}
const valid = { title: 'Sunday stew', category: 'Cooking & Culture' }
const goLive = (client: TestClient, id: string, isLive = true) => client.put(`/api/streams/${id}`, { isLive })
const ids = (body: unknown) => listLiveStreams.response.parse(body).map(({ id }) => id)

test('a stream is created from the fields of the create form', async () => {
  const client = await server.member()
  const response = await client.post('/api/streams', {
    ...valid,
    title: '  Sunday\n stew  ',
    description: 'Three hours, one pot.',
    thumbnailUrl: null,
    isLive: false,
    settings: DEFAULTS,
  })
  expect(response.status).toBe(201)
  expect(streamSchema.parse(response.body)).toMatchObject({
    title: 'Sunday stew',
    description: 'Three hours, one pot.',
    isLive: false,
    settings: DEFAULTS,
    viewerCount: 0,
    startedAt: null,
    streamer: { id: client.user.id, email: client.user.email },
    viewer: { isOwner: true, canChat: true },
  })
})

test('the settings have the defaults of the form', async () => {
  const client = await server.member()
  expect((await client.createStream(valid)).settings).toEqual(DEFAULTS)
  const some = await client.createStream({ ...valid, settings: { recordStream: true } })
  expect(some.settings).toEqual({ ...DEFAULTS, recordStream: true })
})

test.each([
  [{ title: '   ' }, 'title'],
  [{ title: 'x'.repeat(101) }, 'title'],
  [{ title: undefined }, 'title'],
  [{ title: '\u200B\u00AD\u3164' }, 'title'],
  [{ description: 'x'.repeat(501) }, 'description'],
  [{ category: 'Knitting' }, 'category'],
  [{ category: undefined }, 'category'],
  [{ thumbnailUrl: 'javascript:alert(1)' }, 'thumbnailUrl'],
  [{ thumbnailUrl: 'ftp://example.org/a.png' }, 'thumbnailUrl'],
  [{ thumbnailUrl: '' }, 'thumbnailUrl'],
  [{ settings: { isPublic: 'yes' } }, 'settings.isPublic'],
  [{ isLive: true }, 'isLive'],
])('%j is rejected with a field error and stores nothing', async (overrides, path) => {
  const client = await server.member()
  const response = await client.post('/api/streams', { ...valid, ...overrides })
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid', fields: [{ path }] } })
  expect((await client.get(`/api/users/${client.user.id}/streams`)).body).toEqual([])
})

test('title and description at their limits and every category are accepted', async () => {
  const client = await server.member()
  const full = { title: 'x'.repeat(100), description: 'y'.repeat(500) }
  for (const category of STREAM_CATEGORIES) {
    expect((await client.createStream({ ...full, category })).category).toBe(category)
  }
})

test('fields that a user may not set are ignored', async () => {
  const client = await server.member()
  const created = await client.createStream({
    ...valid,
    viewerCount: 99,
    streamerId: server.admin.user.id,
    maxViewers: 7,
  })
  expect(created).toMatchObject({ viewerCount: 0, maxViewers: 0, streamerId: client.user.id })
})

test('start and end set their times, and a stream may go live again', async () => {
  const client = await server.member()
  const { id } = await client.createStream(valid)
  const started = streamSchema.parse((await goLive(client, id)).body)
  expect(started).toMatchObject({ isLive: true, endedAt: null })
  expect(started.startedAt).not.toBeNull()
  const ended = streamSchema.parse((await goLive(client, id, false)).body)
  expect(ended).toMatchObject({ isLive: false, startedAt: started.startedAt })
  expect(ended.endedAt).not.toBeNull()
  expect((await goLive(client, id)).body).toMatchObject({ isLive: true, endedAt: null })
  await goLive(client, id, false)
})

test('starting a live stream again changes nothing', async () => {
  const client = await server.member()
  const { id } = await client.createStream(valid)
  const first = streamSchema.parse((await goLive(client, id)).body)
  expect((await goLive(client, id)).body).toMatchObject({ isLive: true, startedAt: first.startedAt })
  await goLive(client, id, false)
})

test('starts are rate limited per user, ends are not', async () => {
  const client = await server.member()
  const { id, title } = await client.createStream()
  const { id: other } = await client.createStream()
  const { limits } = server.app.context
  for (let index = 1; index <= 18; index++) await limits.consume(rateOf('starts'), client.user.id)
  for (const start of [19, 20]) {
    expect((await goLive(client, id)).status, `start ${start}`).toBe(200)
    // An attempt without effect is not counted: the stream is live already, or another one is.
    expect((await goLive(client, id)).status).toBe(200)
    if (start < 20) expect((await goLive(client, other)).status).toBe(409)
    expect((await goLive(client, id, false)).status).toBe(200)
  }
  const rejected = await client.put(`/api/streams/${id}`, { isLive: true, title: 'Once more' })
  expect([rejected.status, rejected.body]).toMatchObject([429, { code: 'rate_limited' }])
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await client.get(`/api/streams/${id}`)).body).toMatchObject({ isLive: false, title })
  expect((await goLive(client, id, false)).status).toBe(200)
})

test('a user has at most one live stream, also after concurrent starts', async () => {
  const client = await server.member()
  const created = [
    await client.createStream(valid),
    await client.createStream(valid),
    await client.createStream(valid),
  ]
  const responses = await Promise.all(created.map(({ id }) => goLive(client, id)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'already_live' })
})

test('a stream is counted once at its first start, also after concurrent starts', async () => {
  const client = await server.member()
  const { id } = await client.createStream(valid)
  await Promise.all([goLive(client, id), goLive(client, id), goLive(client, id)])
  await goLive(client, id, false)
  await goLive(client, id)
  expect((await client.get('/api/auth/user')).body).toMatchObject({ streamsCount: 1 })
})

test('the counters equal a recount', async () => {
  const rows = await server.database.db.select().from(users)
  for (const row of rows) {
    const own = await server.database.db.select().from(streams).where(eq(streams.streamerId, row.id))
    expect(row.streamsCount).toBe(own.filter(({ startedAt }) => startedAt !== null).length)
  }
})

test('starts and ends are stored as events', async () => {
  const client = await server.member()
  const { id } = await client.createStream(valid)
  await goLive(client, id)
  await goLive(client, id, false)
  const rows = await server.database.db
    .select()
    .from(analyticsEvents)
    .where(eq(analyticsEvents.userId, client.user.id))
  expect(rows.map(({ eventType }) => eventType)).toEqual([
    'member_registered',
    'stream_started',
    'stream_ended',
  ])
})

test('live streams are listed newest first, by cursor, without private ones', async () => {
  const created: string[] = []
  for (let index = 0; index < 5; index++) {
    const client = await server.member()
    const { id } = await client.createStream({ ...valid, settings: { isPublic: index !== 2 } })
    await goLive(client, id)
    if (index !== 2) created.unshift(id)
  }
  const seen: string[] = []
  for await (const page of server.client().pages('/api/streams/live?limit=2')) seen.push(...ids(page))
  expect(seen.slice(0, created.length)).toEqual(created)
  expect(new Set(seen).size).toBe(seen.length)
})

test('a private stream is listed only for its owner', async () => {
  const client = await server.member()
  const { id } = await client.createStream({ ...valid, settings: { isPublic: false } })
  await goLive(client, id)
  const path = `/api/users/${client.user.id}/streams`
  expect(ids((await client.get(path)).body)).toEqual([id])
  expect((await (await server.member()).get(path)).body).toEqual([])
  expect((await server.client().get(path)).body).toEqual([])
})

test('a stream that was neither started nor announced is listed only for its owner, and its link opens', async () => {
  const client = await server.member()
  const [other, visitor] = [await server.member(), server.client()]
  const title = `Unannounced ${client.user.id.slice(-8)}`
  const { id } = await client.createStream({ ...valid, title })
  const lists = [
    `/api/users/${client.user.id}/streams`,
    `/api/streams/upcoming?userId=${client.user.id}`,
    `/api/streams/recent?limit=100`,
    `/api/streams/live?limit=100`,
    `/api/search?type=streams&q=${encodeURIComponent(title)}`,
    `/api/search/suggest?q=${encodeURIComponent(title)}`,
  ]
  const findIn = async (requester: TestClient) => {
    const bodies = await Promise.all(lists.map(async (path) => (await requester.get(path)).body))
    return lists.filter((_, index) => JSON.stringify(bodies[index]).includes(id))
  }
  for (const requester of [other, visitor]) {
    expect(await findIn(requester)).toEqual([])
    expect(await requester.get(`/api/streams/${id}`)).toMatchObject({ status: 200, body: { isLive: false } })
  }
  expect(await findIn(client)).toEqual([lists[0], ...lists.slice(4)])
  expect(JSON.stringify((await client.get('/api/journey')).body)).toContain(id)

  const waiting = await visitor.openJoinedSocket(id)
  await goLive(client, id)
  await waiting.waitFor('stream_started')
  waiting.close()
  expect(await findIn(visitor)).toEqual([lists[0], ...lists.slice(3)])
  await client.put(`/api/streams/${id}`, { isLive: false })
  expect(await findIn(visitor)).toEqual([lists[0], lists[2], ...lists.slice(4)])
})

test.each([
  'x',
  'W10',
  'WyJhIl0',
  `${'a'.repeat(201)}`,
  Buffer.from('["0000-01-01T00:00:00Z","0190a0a0-0000-7000-8000-000000000000"]').toString('base64url'),
  Buffer.from('["2025-01-01","not an id"]').toString('base64url'),
])('the forged cursor %s is rejected', async (cursor) => {
  const response = await server.client().get(`/api/streams/live?cursor=${cursor}`)
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid' } })
})

test.each(['0', '101', 'many'])('a limit of %s is rejected', async (limit) => {
  expect((await server.client().get(`/api/streams/live?limit=${limit}`)).status).toBe(400)
})

test('responses are not cached', async () => {
  const client = await server.member()
  for (const path of ['/api/auth/user', '/api/streams/live']) {
    expect((await client.get(path)).headers.get('cache-control')).toBe('no-store')
  }
})
