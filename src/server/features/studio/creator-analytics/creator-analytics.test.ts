import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getAnalyticsSeries, getCreatorAnalytics, getRetention } from '#shared/studio/creator-analytics.ts'
import { setPro } from '#server/features/accounts/users/test-queries.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { DAY_MS, startOfDay } from '#server/utc-days.ts'
import { storeBroadcastView, storeMembers, storeView } from './test-queries.ts'

let server: TestApp
let creator: TestClient
beforeAll(async () => {
  // The job that rolls up at the start would store the past days before a test has filled them.
  server = await startTestApp({
    env: { JOBS: 'off' },
    rates: { analytics: { points: 10_000, seconds: 60 } },
  })
})
beforeEach(async () => {
  creator = await server.member()
  await setPro(db(), creator.user.id, true)
})
afterAll(() => server.close())

const db = () => server.database.db
const TODAY = startOfDay(new Date()).getTime()
const day = (ago: number) => new Date(TODAY - ago * DAY_MS).toISOString().slice(0, 10)
const at = (ago: number) => `${day(ago)}T00:00:00Z`
const store = (columns: Parameters<typeof storeVideo>[2] = { isPublished: true }) =>
  storeVideo(db(), creator.user.id, columns)
const series = async (days: string) =>
  getAnalyticsSeries.response.parse((await creator.get(`/api/creator/analytics/series?days=${days}`)).body)

test('the summary has the totals of the creator, and the growth of 28 days', async () => {
  const videoId = await store({ isPublished: true, publishedAt: new Date(at(3)) })
  await store({ isPublished: true, isPublic: false, viewsCount: 3 })
  await store({ viewsCount: 4 })
  await store({ isPublished: true, publishedAt: new Date(at(28)) })
  await storeView(db(), videoId, { at: at(28), watchTime: 3000 })
  await storeView(db(), videoId, { at: at(27), watchTime: 1200 })
  await (await server.member()).post(`/api/users/${creator.user.id}/follow`)
  const body = getCreatorAnalytics.response.parse((await creator.get('/api/creator/analytics')).body)
  expect(body).toEqual({
    totalViews: 0,
    totalFollowers: 1,
    totalVideos: 4,
    videoViews: 7,
    totalWatchTime: 4200,
    totalStreams: 0,
    recentGrowth: { views: 1, followers: 1, videos: 1 },
    publishedVideos: 2,
    draftVideos: 1,
    privateVideos: 1,
  })
})

test('a creator without anything has figures of zero', async () => {
  const { days, totals, previous, ...rest } = await series('7')
  expect(days.map(({ date }) => date)).toEqual([6, 5, 4, 3, 2, 1, 0].map(day))
  expect(totals).toEqual({ views: 0, watchTime: 0, followers: 0, revenueCents: 0, uniqueViewers: 0 })
  expect(previous).toEqual(totals)
  expect(rest).toEqual({
    topVideos: [],
    topStreams: [],
    audience: { languages: [], countries: [] },
    isSandbox: true,
  })
  expect(await series('all')).toMatchObject({ days: [{ date: day(0) }], previous: null })
})

test('a range has each of its days, its totals, and those of as many days before', async () => {
  const fan = await server.member()
  const videoId = await store()
  for (const ago of [0, 6])
    await storeView(db(), videoId, { at: at(ago), viewerId: fan.user.id, watchTime: 60 })
  for (const ago of [7, 8, 13]) await storeView(db(), videoId, { at: at(ago), watchTime: 10 })
  await storeView(db(), videoId, { at: at(14) })
  const { days, totals, previous } = await series('7')
  expect(days.map(({ views }) => views)).toEqual([1, 0, 0, 0, 0, 0, 1])
  expect(totals).toMatchObject({ views: 2, watchTime: 120, uniqueViewers: 1 })
  expect(previous).toMatchObject({ views: 3, watchTime: 30, uniqueViewers: 3 })
  const all = await series('all')
  expect(all.days).toHaveLength(15)
  expect(all).toMatchObject({ totals: { views: 6, uniqueViewers: null }, previous: null })
})

test('the most viewed videos and streams of the range come first', async () => {
  const [popular, other] = [await store(), await store()]
  for (let count = 0; count < 3; count += 1) await storeView(db(), popular, { at: at(1) })
  await storeView(db(), other, { at: at(1) })
  for (let count = 0; count < 5; count += 1) await storeView(db(), other, { at: at(10) })
  const stream = await creator.createStream({ title: 'Night session' })
  await storeBroadcastView(db(), { streamId: stream.id, viewer: 'visitor:a', at: at(2) })
  const { topVideos, topStreams } = await series('7')
  expect(topVideos.map(({ id, views }) => [id, views])).toEqual([
    [popular, 3],
    [other, 1],
  ])
  expect(topVideos[0]).toMatchObject({ title: 'Market morning', watchTime: 60 })
  expect(topStreams).toEqual([
    { id: stream.id, title: 'Night session', views: 1, maxViewers: 0, startedAt: null },
  ])
  expect((await series('28')).topVideos.map(({ id }) => id)).toEqual([other, popular])
})

test('the figures of one creator contain nothing of another', async () => {
  const stranger = await server.member()
  await storeView(db(), await store(), { at: at(1) })
  const response = await stranger.get('/api/creator/analytics/series?days=7')
  const { totals, topVideos } = getAnalyticsSeries.response.parse(response.body)
  expect(totals).toMatchObject({ views: 0, uniqueViewers: 0 })
  expect(topVideos).toEqual([])
})

/** Lets members of a language and country watch a video on a day. */
async function watch(videoId: string, count: number, languages: string[], country: string | null, ago = 1) {
  for (const viewerId of await storeMembers(db(), count, { languages, country }))
    await storeView(db(), videoId, { viewerId, at: at(ago) })
}

test('groups of the audience need ten members; smaller ones are shown together if they have ten', async () => {
  const videoId = await store()
  await watch(videoId, 12, ['Yoruba', 'English'], 'Nigeria')
  await watch(videoId, 10, ['Twi'], ' ghana')
  await watch(videoId, 9, ['Swahili'], 'Kenya')
  const { audience } = await series('7')
  expect(audience.languages).toEqual([
    { name: 'English', count: 10 },
    { name: 'Twi', count: 10 },
    { name: 'Yoruba', count: 10 },
  ])
  expect(audience.countries.map(({ name }) => name)).toEqual(['Nigeria', 'ghana'])
  await watch(videoId, 6, ['Wolof'], 'Senegal')
  expect((await series('7')).audience.countries.at(-1)).toEqual({ name: null, count: 15 })
})

test('the audience is the same in each range, without today, so that no group can be found by subtraction', async () => {
  const videoId = await store()
  await watch(videoId, 10, [], 'Nigeria', 60)
  await watch(videoId, 4, [], 'Nigeria', 1)
  const before = (await series('7')).audience
  expect(before.countries).toEqual([{ name: 'Nigeria', count: 10 }])
  expect((await series('90')).audience).toEqual(before)
  await watch(videoId, 5, [], 'Nigeria', 0)
  expect((await series('7')).audience).toEqual(before)
})

test('members who watched a live stream belong to the audience, visitors do not', async () => {
  const stream = await creator.createStream()
  const memberIds = await storeMembers(db(), 10, { languages: ['Igbo'], country: null })
  for (const viewer of [...memberIds, 'visitor:x', 'address:192.0.2.1'])
    await storeBroadcastView(db(), { streamId: stream.id, viewer, at: at(1) })
  expect((await series('7')).audience).toEqual({ languages: [{ name: 'Igbo', count: 10 }], countries: [] })
})

test('the days are exported as CSV', async () => {
  await storeView(db(), await store(), { at: at(0), watchTime: 61.4 })
  const response = await creator.get('/api/creator/analytics/series.csv?days=7')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="analytics-days-7.csv"')
  const lines = String(response.body).replace('\uFEFF', '').split('\r\n')
  expect(lines[0]).toBe('date,views,unique_viewers,watch_time_seconds,new_followers,revenue_usd,sandbox')
  expect(lines.slice(1, -1)).toHaveLength(7)
  expect(lines.at(-2)).toBe(`${day(0)},1,1,61,0,0.00,yes`)
})

test.each([
  ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
  ['+1+1', '"\'+1+1"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
  ['-2+3', '"\'-2+3"'],
  ['Adé, live', '"Adé, live"'],
  ['Plain title', 'Plain title'],
])('the title %s is exported without becoming a formula', async (title, cell) => {
  const videoId = await store({ isPublished: true, publishedAt: null, title })
  await storeView(db(), videoId, { at: at(1) })
  const { body } = await creator.get('/api/creator/analytics/series.csv?days=7&table=videos')
  expect(String(body).split('\r\n')[1]).toBe(`${videoId},${cell},,1,20`)
})

test('without Creator Pro there are 28 days', async () => {
  const member = await server.member()
  const statusOf = async (path: string) => (await member.get(`/api/creator/analytics/series${path}`)).status
  for (const path of ['', '?days=7', '?days=28', '.csv', '.csv?days=7&table=videos'])
    expect(await statusOf(path)).toBe(200)
  for (const path of ['?days=90', '?days=all', '.csv?days=90', '.csv?days=all&table=videos'])
    expect(await member.get(`/api/creator/analytics/series${path}`)).toMatchObject({
      status: 403,
      body: { code: 'pro_required', message: 'This is part of Creator Pro.' },
    })
  expect((await server.client().get('/api/creator/analytics/series?days=90')).status).toBe(401)
  await setPro(db(), member.user.id, true)
  expect([await statusOf('?days=90'), await statusOf('.csv?days=90')]).toEqual([200, 200])
})

test.each(['8', '0', 'x', ''])('a range of “%s” days is invalid', async (days) => {
  expect((await creator.get(`/api/creator/analytics/series?days=${days}`)).status).toBe(400)
})

test('retention is the share of playbacks that reached each part of the video, from ten playbacks on', async () => {
  const videoId = await store({ isPublished: true, duration: 100 })
  const read = async () =>
    getRetention.response.parse((await creator.get(`/api/creator/videos/${videoId}/retention`)).body)
  for (let count = 0; count < 9; count += 1)
    await storeView(db(), videoId, { at: at(1), position: count < 5 ? 100 : 50 })
  await storeView(db(), videoId, { at: at(1), watchTime: 0, position: 100, isCounted: false })
  expect(await read()).toEqual({ playbacks: 9, points: [] })
  await storeView(db(), videoId, { at: at(1), watchTime: 20 })
  const { playbacks, points } = await read()
  expect(playbacks).toBe(10)
  const shareAt = (percent: number) => points.find((point) => point.percent === percent)?.share
  expect([0, 20, 25, 50, 55, 100].map(shareAt)).toEqual([1, 1, 0.9, 0.9, 0.5, 0.5])
})
