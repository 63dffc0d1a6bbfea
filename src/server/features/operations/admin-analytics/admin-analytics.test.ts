import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type PlatformDay, getPlatformAnalytics } from '#shared/operations/admin-analytics.ts'
import { insertActiveDays } from '#server/features/accounts/activity/queries.ts'
import { DAY_MS, startOfDay } from '#server/utc-days.ts'
import { storeView } from '#server/features/studio/creator-analytics/test-queries.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { rollUpPlatform } from './roll-up-job.ts'
import { deleteFigures, storeEvent, storeMember, storeTip } from './test-queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ rates: { analytics: { points: 10_000, seconds: 60 } } })
  // The job that the start enqueued, and the admin's first request, are over before a test stores rows.
  await server.runJob(rollUpPlatform)
  await vi.waitFor(async () => expect(await activeUsers()).toEqual([server.admin.user.id]))
})
beforeEach(() => deleteFigures(db()))
afterAll(() => server.close())

const db = () => server.database.db
const TODAY = startOfDay(new Date()).getTime()
const day = (ago: number) => new Date(TODAY - ago * DAY_MS).toISOString().slice(0, 10)
const at = (ago: number, time = '12:00:00') => `${day(ago)}T${time}Z`

const activeUsers = async () => {
  const { rows } = await db().execute<{ id: string }>(
    sql`select user_id as id from active_days where date = ${day(0)}`,
  )
  return rows.map(({ id }) => id)
}
const read = async (days = '28', client = server.admin) =>
  getPlatformAnalytics.response.parse((await client.get(`/api/admin/analytics?days=${days}`)).body)
const dayOf = (days: readonly PlatformDay[], ago: number) => days.find(({ date }) => date === day(ago))

/** A day on which nothing happened. */
const NONE = {
  signups: 0,
  posts: 0,
  streams: 0,
  liveSeconds: 0,
  peakViewers: 0,
  watchTime: 0,
  tips: 0,
  tipsCents: 0,
  activeDay: 0,
  activeWeek: 0,
  activeMonth: 0,
}

/**
 * Two days ago two members signed up, of whom one is deactivated, one posted twice, and a broadcast with seven viewers ran
 * from 22:00 until 01:30. Another broadcast has no end, as of a member who was deleted during it. Returns the members.
 */
async function storeRows() {
  const ids = [await storeMember(db(), at(2, '00:00:00')), await storeMember(db(), at(2, '23:59:59'))]
  const [member = '', deactivated = ''] = ids
  await db().execute(sql`update users set is_active = false where id = ${deactivated}`)
  await insertActiveDays(db(), [
    { userId: member, date: day(2) },
    { userId: deactivated, date: day(2) },
    { userId: member, date: day(1) },
  ])
  for (const time of ['08:00:00', '09:00:00'])
    await storeEvent(db(), { type: 'post_created', at: at(2, time) })
  await storeEvent(db(), { type: 'stream_started', at: at(2, '22:00:00'), streamId: 'a' })
  await storeEvent(db(), { type: 'stream_ended', at: at(1, '01:30:00'), streamId: 'a' })
  await storeEvent(db(), { type: 'stream_started', at: at(1, '05:00:00'), streamId: 'lost' })
  await db().execute(sql`insert into viewer_peaks (date, viewers) values (${day(2)}, 7)`)
  const videoId = await storeVideo(db(), member, { isPublished: true })
  await storeView(db(), videoId, { at: at(1), watchTime: 30.5 })
  await storeView(db(), videoId, { at: at(1), watchTime: 4, isCounted: false })
  await storeTip(db(), { at: at(1), amountCents: 2000, refundedCents: 500, isSandbox: true })
  await storeTip(db(), { at: at(1), amountCents: 700, refundedCents: 700, isSandbox: true })
  await storeTip(db(), { at: at(1), amountCents: 300 })
  return { member, videoId }
}

const TWO_DAYS_AGO = {
  ...NONE,
  date: day(2),
  signups: 2,
  posts: 2,
  streams: 1,
  liveSeconds: 7200,
  peakViewers: 7,
  activeDay: 2,
  activeWeek: 2,
  activeMonth: 2,
}
const YESTERDAY = {
  ...NONE,
  date: day(1),
  streams: 1,
  liveSeconds: 5400,
  watchTime: 34.5,
  tips: 1,
  tipsCents: 1500,
  activeDay: 1,
  activeWeek: 2,
  activeMonth: 2,
}

test('a day has its figures before and after the roll-up, which may be repeated', async () => {
  await storeRows()
  for (let run = 0; run < 3; run += 1) {
    const { days, isSandbox } = await read('7')
    expect(isSandbox).toBe(true)
    expect(days).toHaveLength(7)
    expect(days.slice(3, 6)).toEqual([{ ...NONE, date: day(3) }, TWO_DAYS_AGO, YESTERDAY])
    await server.runJob(rollUpPlatform)
  }
})

test('members, posts and videos that are deleted later stay counted on the days that are over', async () => {
  const { member } = await storeRows()
  await server.runJob(rollUpPlatform)
  await db().execute(sql`delete from users where id = ${member}`)
  await server.runJob(rollUpPlatform)
  const { days } = await read()
  expect([dayOf(days, 2), dayOf(days, 1)]).toEqual([TWO_DAYS_AGO, YESTERDAY])
})

test('days for which the server was off are rolled up at once, and late watch time is added', async () => {
  await storeMember(db(), at(60))
  await storeMember(db(), at(40))
  await server.runJob(rollUpPlatform)
  await db().execute(sql`delete from platform_days where date > ${day(41)}`)
  const { videoId } = await storeRows()
  await server.runJob(rollUpPlatform)
  await storeView(db(), videoId, { at: at(1), watchTime: 5.5 })
  await server.runJob(rollUpPlatform)
  const { days } = await read('90')
  expect([60, 40, 2, 1].map((ago) => dayOf(days, ago)?.signups)).toEqual([1, 1, 2, 0])
  expect(dayOf(days, 1)?.watchTime).toBe(40)
})

test('tips of a sandbox and of real money are apart, and a refund weeks later changes the day of its tip', async () => {
  await storeMember(db(), at(30))
  const [real, sandbox] = [
    await storeTip(db(), { at: at(20), amountCents: 900 }),
    await storeTip(db(), { at: at(20), amountCents: 400, isSandbox: true }),
  ]
  await server.runJob(rollUpPlatform)
  const live = await startTestApp({ database: server.database, payments: null })
  const tips = async () => {
    const figures = [await read(), await read('28', server.admin.at(live.url))]
    return figures.map(({ days, totals }) => [dayOf(days, 20)?.tips, totals.tips, totals.tipsCents])
  }
  expect(await tips()).toEqual([
    [1, 1, 400],
    [1, 1, 900],
  ])
  await db().execute(sql`update tips set refunded_cents = 300, updated_at = now() where id = ${real}`)
  await db().execute(sql`update tips set refunded_cents = 400, updated_at = now() where id = ${sandbox}`)
  await server.runJob(rollUpPlatform)
  expect(await tips()).toEqual([
    [0, 0, 0],
    [1, 1, 600],
  ])
  await live.stop()
})

test('today has what has just happened, and a running broadcast until now', async () => {
  const [member, viewer] = [await server.member(), await server.member()]
  await member.createPost()
  const stream = await member.createStream()
  await member.put(`/api/streams/${stream.id}`, { isLive: true })
  await viewer.openJoinedSocket(stream.id)
  await server.client().openJoinedSocket(stream.id)
  await db().execute(sql`
    update analytics_events set created_at = now() - interval '1 second' where event_type = 'stream_started'`)
  await vi.waitFor(async () => {
    const today = (await read()).days.at(-1)
    expect(today).toMatchObject({ signups: 2, posts: 1, streams: 1, peakViewers: 2, activeDay: 2 })
    expect(today?.liveSeconds).toBeGreaterThanOrEqual(1)
  })
  expect(await activeUsers()).toHaveLength(2)
  const { rows } = await db().execute(sql`select date::text, viewers from viewer_peaks`)
  expect(rows).toEqual([{ date: day(0), viewers: 2 }])
})

test('totals are sums, the highest peak and the latest active members, beside those of the days before', async () => {
  const first = await storeMember(db(), at(20))
  await insertActiveDays(db(), [{ userId: first, date: day(20) }])
  await storeRows()
  await storeMember(db(), at(9))
  await db().execute(sql`insert into viewer_peaks (date, viewers) values (${day(8)}, 3)`)
  await server.runJob(rollUpPlatform)
  const { totals, previous } = await read('7')
  // The daily average is that of six days: today is not over.
  const expected = { signups: 2, posts: 2, streams: 2, peakViewers: 7, tipsCents: 1500, activeDay: 0.5 }
  expect(totals).toMatchObject(expected)
  expect(previous).toMatchObject({ signups: 1, posts: 0, peakViewers: 3 })
})

test('the days are downloaded as CSV', async () => {
  await storeRows()
  const { headers, body } = await server.admin.get('/api/admin/analytics/days.csv?days=7')
  expect(headers.get('content-disposition')).toBe('attachment; filename="platform-7-days.csv"')
  const lines = String(body).trim().split('\r\n')
  expect(lines).toHaveLength(8)
  expect(lines.at(-2)).toBe(`${day(1)},0,1,2,2,0,1,5400,0,35,1,15.00,yes`)
})

test.each(['8', 'all', ''])('a range of “%s” days is invalid', async (days) => {
  expect((await server.admin.get(`/api/admin/analytics?days=${days}`)).status).toBe(400)
})

test('an address of the analytics does not exist for other members, nor for visitors', async () => {
  for (const client of [server.client(), await server.member()])
    for (const path of ['', '/days.csv'])
      expect((await client.get(`/api/admin/analytics${path}`)).status).toBe(404)
})
