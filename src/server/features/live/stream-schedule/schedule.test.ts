import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addReminder, isUpcoming, listUpcomingStreams, stream as streamSchema } from '#shared/live/streams.ts'
import { explainPlans } from '#server/db/testing/test-plans.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { streamBans, streams } from '#server/features/live/streams/schema.ts'
import { streamReminders } from '#server/features/live/stream-schedule/schema.ts'
import { listUpcoming } from './upcoming-queries.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

let server: TestApp
let owner: TestClient
let fan: TestClient
beforeAll(async () => {
  server = await startTestApp()
  owner = await server.member()
  fan = await server.member()
})
afterAll(() => server.close())

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const announce = (by: TestClient, ms = DAY_MS, overrides: object = {}) =>
  by.createStream({ scheduledFor: inMs(ms), ...overrides })
const setTime = (id: string, values: Partial<typeof streams.$inferInsert>) =>
  server.database.db.update(streams).set(values).where(eq(streams.id, id))
const remind = async (client: TestClient, id: string, method: 'PUT' | 'DELETE' = 'PUT') =>
  addReminder.response.parse((await client.send(method, `/api/streams/${id}/reminder`)).body)

async function upcoming(query = '', client = server.client()): Promise<string[]> {
  const { body } = await client.get(`/api/streams/upcoming${query}`)
  return listUpcomingStreams.response.parse(body).map(({ id }) => id)
}

test('a stream is announced at creation and can be rescheduled or unscheduled later', async () => {
  const scheduledFor = inMs(2 * HOUR_MS)
  const created = await owner.createStream({ scheduledFor })
  expect(created).toMatchObject({ scheduledFor, startedAt: null, remindersCount: 0 })
  const moved = inMs(3 * HOUR_MS)
  const path = `/api/streams/${created.id}`
  expect((await owner.put(path, { scheduledFor: moved })).body).toMatchObject({ scheduledFor: moved })
  expect((await owner.put(path, { title: 'Still then' })).body).toMatchObject({ scheduledFor: moved })
  expect((await owner.put(path, { scheduledFor: null })).body).toMatchObject({ scheduledFor: null })
})

test.each([
  ['is past', -1000],
  ['is more than a year ahead', 366 * DAY_MS],
])('a time that %s is rejected at creation and at a change', async (_when, ms) => {
  const refusal = { status: 422, body: { fields: [{ path: 'scheduledFor' }] } }
  const body = { title: 'Never', category: 'Gaming', scheduledFor: inMs(ms) }
  expect(await owner.post('/api/streams', body)).toMatchObject(refusal)
  const { id } = await owner.createStream()
  expect(await owner.put(`/api/streams/${id}`, { scheduledFor: inMs(ms) })).toMatchObject(refusal)
})

test('a form that repeats the unchanged announced time is accepted after that time too', async () => {
  const { id } = await announce(owner)
  const scheduledFor = new Date(Date.now() - HOUR_MS)
  await setTime(id, { scheduledFor })
  const response = await owner.put(`/api/streams/${id}`, {
    title: 'Late',
    scheduledFor: scheduledFor.toISOString(),
  })
  expect(response).toMatchObject({ status: 200, body: { title: 'Late' } })
})

test('upcoming streams are paginated by their time, also when two have the same time', async () => {
  const category = 'Poetry & Spoken Word'
  const createdIds: string[] = []
  for (const hours of [3, 1, 2, 2]) createdIds.push((await announce(owner, hours * HOUR_MS, { category })).id)
  const [last = '', first = '', second = '', third = ''] = createdIds
  const scheduledFor = new Date(Date.now() + 2 * HOUR_MS)
  for (const id of [second, third]) await setTime(id, { scheduledFor })
  const seen: string[] = []
  const path = `/api/streams/upcoming?limit=1&category=${encodeURIComponent(category)}`
  for await (const page of server.client().pages(path))
    seen.push(...listUpcomingStreams.response.parse(page).map(({ id }) => id))
  expect(seen).toEqual([first, ...[second, third].toSorted(), last])
})

test('started, private, long past and unannounced streams are not listed as upcoming', async () => {
  const category = 'Comedy & Entertainment'
  const query = `?category=${encodeURIComponent(category)}`
  const createInCategory = async (overrides: object = {}) =>
    (await announce(owner, DAY_MS, { category, ...overrides })).id
  const [late, aired, earlyRehearsal] = [
    await createInCategory(),
    await createInCategory(),
    await createInCategory(),
  ]
  const [rehearsed, live] = [await createInCategory(), await createInCategory()]
  await createInCategory({ settings: { isPublic: false } })
  await createInCategory({ scheduledFor: null })
  await setTime(await createInCategory(), { scheduledFor: new Date(Date.now() - 4 * HOUR_MS) })
  await setTime(late, { scheduledFor: new Date(Date.now() - HOUR_MS) })
  const started = { startedAt: new Date(Date.now() - HOUR_MS), endedAt: new Date() }
  await setTime(aired, { ...started, scheduledFor: new Date(Date.now() - HOUR_MS / 2) })
  // A broadcast that started more than an hour before the announced time and ended before it was a rehearsal.
  await setTime(earlyRehearsal, { ...started, scheduledFor: new Date(Date.now() + HOUR_MS / 2) })
  await setTime(rehearsed, { startedAt: new Date(), endedAt: new Date() })
  await setTime(live, { isLive: true, startedAt: new Date() })
  expect(await upcoming(query)).toEqual([late, earlyRehearsal, rehearsed])
})

test.each([
  ['for ten minutes, within the hour before its time', 50, 40, false],
  ['for ten minutes, and ended a moment before its time', 10.01, 0.01, false],
  ['for less than ten minutes', 50, 40.1, true],
  ['for long, but more than an hour before its time', 61, 10, true],
])('a stream that was aired %s', async (_how, startedBefore, endedBefore, isAhead) => {
  const streamer = await server.member()
  const { id } = await announce(streamer, HOUR_MS)
  await remind(fan, id)
  const time = Date.now() + HOUR_MS / 2
  const minutesBefore = (minutes: number) => new Date(time - minutes * 60_000)
  await setTime(id, { scheduledFor: new Date(time), startedAt: minutesBefore(startedBefore), isLive: true })
  await setTime(id, { endedAt: minutesBefore(endedBefore), isLive: false })
  const row = streamSchema.parse((await fan.get(`/api/streams/${id}`)).body)
  expect(isUpcoming(row, Date.now())).toBe(isAhead)
  expect(await upcoming(`?userId=${streamer.user.id}`)).toEqual(isAhead ? [id] : [])
  // A stream whose announced broadcast has ended is listed as recent.
  const { body } = await server.client().get('/api/streams/recent?limit=100')
  expect(JSON.stringify(body).includes(id)).toBe(!isAhead)
})

test('ten minutes on air within the hour before the announced time clear the reminders', async () => {
  const streamer = await server.member()
  const { id } = await announce(streamer, HOUR_MS / 2)
  await remind(fan, id)
  await streamer.put(`/api/streams/${id}`, { isLive: true })
  await setTime(id, { startedAt: new Date(Date.now() - 11 * 60_000) })
  await streamer.put(`/api/streams/${id}`, { isLive: false })
  const seen = streamSchema.parse((await fan.get(`/api/streams/${id}`)).body)
  expect(seen).toMatchObject({ remindersCount: 0, viewer: { hasReminder: false } })
  expect((await fan.send('PUT', `/api/streams/${id}/reminder`)).status).toBe(422)
})

test("a user's list contains private streams only for the user", async () => {
  const streamer = await server.member()
  const open = await announce(streamer, HOUR_MS)
  const hidden = await announce(streamer, 2 * HOUR_MS, { settings: { isPublic: false } })
  const query = `?userId=${streamer.user.id}`
  expect(await upcoming(query, streamer)).toEqual([open.id, hidden.id])
  for (const client of [fan, server.client()]) expect(await upcoming(query, client)).toEqual([open.id])
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, streamer.user.id))
  expect(await upcoming(query)).toEqual([])
})

test('the list uses its index', async () => {
  const { db } = server.database
  await db.execute(sql`
    insert into streams (id, streamer_id, title, category, scheduled_for)
    select gen_random_uuid(), ${fan.user.id}, 'Seeded', 'Just Chatting',
      case when n % 40 = 0 then now() + n * interval '1 minute' end
    from generate_series(1, 20000) n`)
  await db.execute(sql`analyze streams`)
  const plan = await explainPlans(server.database, (testDb) => listUpcoming(testDb, null, {}, 21))
  expect(plan).toContain('streams_upcoming_idx')
  expect(plan).not.toContain('Seq Scan on streams')
  await db.delete(streams).where(eq(streams.title, 'Seeded'))
})

test('a user adds a reminder once and removes it', async () => {
  const { id } = await announce(owner)
  const other = await server.member()
  for (let round = 0; round < 2; round++)
    expect(await remind(fan, id)).toEqual({ hasReminder: true, remindersCount: 1 })
  expect(await remind(other, id)).toEqual({ hasReminder: true, remindersCount: 2 })
  const seen = streamSchema.parse((await fan.get(`/api/streams/${id}`)).body)
  expect(seen).toMatchObject({ remindersCount: 2, viewer: { hasReminder: true } })
  for (let round = 0; round < 2; round++)
    expect(await remind(fan, id, 'DELETE')).toEqual({ hasReminder: false, remindersCount: 1 })
})

test('reminders stay when the stream is rescheduled', async () => {
  const { id } = await announce(owner)
  await remind(fan, id)
  await owner.put(`/api/streams/${id}`, { scheduledFor: inMs(2 * DAY_MS) })
  const seen = streamSchema.parse((await fan.get(`/api/streams/${id}`)).body)
  expect(seen).toMatchObject({ remindersCount: 1, viewer: { hasReminder: true } })
})

test('after fifty concurrent changes the count equals the number of reminders', async () => {
  const { id } = await announce(owner)
  const clients = await Promise.all(Array.from({ length: 5 }, () => server.member()))
  const methods = Array.from({ length: 10 }, (_, index) => (index % 3 === 0 ? 'DELETE' : 'PUT'))
  await Promise.all(methods.flatMap((method) => clients.map((client) => remind(client, id, method))))
  const { db } = server.database
  const [row] = await db.select().from(streams).where(eq(streams.id, id))
  expect(row?.remindersCount).toBe(await db.$count(streamReminders, eq(streamReminders.streamId, id)))
})

test('a reminder is rejected for an unannounced, live or own stream', async () => {
  const requestReminder = async (client: TestClient, id: string) =>
    (await client.send('PUT', `/api/streams/${id}/reminder`)).status
  const streamer = await server.member()
  expect(await requestReminder(fan, (await streamer.createStream()).id)).toBe(422)
  const { id } = await announce(streamer, HOUR_MS / 2)
  expect(await requestReminder(streamer, id)).toBe(422)
  await streamer.put(`/api/streams/${id}`, { isLive: true })
  expect(await requestReminder(fan, id)).toBe(422)
  await setTime(id, { scheduledFor: new Date() })
  await streamer.put(`/api/streams/${id}`, { isLive: false })
  expect(await requestReminder(fan, id)).toBe(422)
})

test('after a rehearsal the stream is still announced and accepts reminders', async () => {
  const streamer = await server.member()
  const { id } = await announce(streamer, HOUR_MS / 2)
  await remind(fan, id)
  for (const isLive of [true, false]) await streamer.put(`/api/streams/${id}`, { isLive })
  expect(await upcoming(`?userId=${streamer.user.id}`)).toEqual([id])
  expect(await remind(await server.member(), id)).toEqual({ hasReminder: true, remindersCount: 2 })
})

test('a banned user can neither add a reminder nor like', async () => {
  const { id } = await announce(owner)
  const banned = await server.member()
  await server.database.db.insert(streamBans).values({ streamId: id, userId: banned.user.id })
  expect((await banned.send('PUT', `/api/streams/${id}/reminder`)).body).toMatchObject({ code: 'banned' })
  expect((await banned.post(`/api/streams/${id}/like`)).body).toMatchObject({ code: 'banned' })
})
