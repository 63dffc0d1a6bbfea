import { asc, eq, getTableColumns } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getAnalyticsSeries } from '#shared/studio/creator-analytics.ts'
import { setPro } from '#server/features/accounts/users/test-queries.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { DAY_MS, startOfDay } from '#server/utc-days.ts'
import { rollUpAnalytics } from './roll-up-job.ts'
import { creatorAnalytics } from './schema.ts'
import { moveActivity, storeBroadcastView, storeView } from './test-queries.ts'

let server: TestApp
let creator: TestClient
let fan: TestClient
beforeAll(async () => {
  server = await startTestApp()
  // The job that the start enqueued ends before a test stores rows.
  await server.runJob(rollUpAnalytics)
})
beforeEach(async () => {
  creator = await server.member()
  await setPro(server.database.db, creator.user.id, true)
  fan = await server.member()
  await server.database.db.delete(creatorAnalytics)
})
afterAll(() => server.close())

const TODAY = startOfDay(new Date()).getTime()
const day = (ago: number) => new Date(TODAY - ago * DAY_MS).toISOString().slice(0, 10)
const at = (ago: number, time = '12:00:00') => `${day(ago)}T${time}Z`

const {
  id: _id,
  creatorId: _creatorId,
  createdAt: _createdAt,
  ...COLUMNS
} = getTableColumns(creatorAnalytics)
const stored = (client: TestClient) =>
  server.database.db
    .select(COLUMNS)
    .from(creatorAnalytics)
    .where(eq(creatorAnalytics.creatorId, client.user.id))
    .orderBy(asc(creatorAnalytics.date))

/** Figures of a day without any. */
const NONE = {
  totalViews: 0,
  uniqueViewers: 0,
  totalWatchTime: 0,
  newFollowers: 0,
  videosPublished: 0,
  streamsCount: 0,
  totalEngagement: 0,
  revenueCents: 0,
  sandboxRevenueCents: 0,
}

/** Stores raw rows of three days: forty, two and one day ago. */
async function storeRows(): Promise<void> {
  const { db } = server.database
  const videoId = await storeVideo(db, creator.user.id, { isPublished: true, publishedAt: new Date(at(40)) })
  await storeView(db, videoId, { at: at(40, '00:00:00'), watchTime: 30 })
  await storeView(db, videoId, { at: at(40, '23:59:59.999'), watchTime: 12.5, viewerId: fan.user.id })
  await storeView(db, videoId, { at: at(40), watchTime: 4, isCounted: false })
  await storeView(db, videoId, { at: at(2), viewerId: fan.user.id })
  const stream = await creator.createStream()
  await creator.put(`/api/streams/${stream.id}`, { isLive: true })
  await storeBroadcastView(db, { streamId: stream.id, viewer: fan.user.id, at: at(2) })
  await storeBroadcastView(db, { streamId: stream.id, viewer: 'visitor:one', at: at(2) })
  await fan.post(`/api/users/${creator.user.id}/follow`)
  const post = await creator.createPost()
  await fan.post(`/api/posts/${post.id}/like`)
  await creator.post(`/api/posts/${post.id}/like`)
  await fan.post(`/api/posts/${post.id}/comments`, { content: 'Asante' })
  await moveActivity(db, creator.user.id, at(1))
  await storeView(db, videoId, { at: new Date().toISOString() })
}

const EXPECTED = [
  { ...NONE, date: day(40), totalViews: 2, uniqueViewers: 2, totalWatchTime: 46.5, videosPublished: 1 },
  { ...NONE, date: day(2), totalViews: 3, uniqueViewers: 2, totalWatchTime: 20 },
  { ...NONE, date: day(1), newFollowers: 1, streamsCount: 1, totalEngagement: 2 },
]

test('the figures of the days that are over are rebuilt from the raw rows, the same each time', async () => {
  await storeRows()
  await server.runJob(rollUpAnalytics)
  expect(await stored(creator)).toEqual(EXPECTED)
  await server.runJob(rollUpAnalytics)
  expect(await stored(creator)).toEqual(EXPECTED)
  await server.database.db.delete(creatorAnalytics)
  await server.runJob(rollUpAnalytics)
  expect(await stored(creator)).toEqual(EXPECTED)
})

test('days for which the server was off are rolled up at its next start', async () => {
  await storeRows()
  const { db } = server.database
  await db.insert(creatorAnalytics).values({ creatorId: fan.user.id, date: day(41) })
  await server.runJob(rollUpAnalytics)
  expect(await stored(creator)).toEqual(EXPECTED)
})

test('late rows of a day that was rolled up are added, and withdrawn ones removed', async () => {
  await storeRows()
  await server.runJob(rollUpAnalytics)
  await fan.post(`/api/users/${creator.user.id}/unfollow`)
  const videoId = await storeVideo(server.database.db, creator.user.id, { isPublished: true })
  await storeView(server.database.db, videoId, { at: at(2), watchTime: 5 })
  await server.runJob(rollUpAnalytics)
  const [, second, third] = await stored(creator)
  expect(second).toMatchObject({ totalViews: 4, uniqueViewers: 3, totalWatchTime: 25 })
  expect(third).toMatchObject({ newFollowers: 0, streamsCount: 1 })
})

test('the series is the same before and after the roll-up', async () => {
  await storeRows()
  const read = async (days: string) => {
    const response = await creator.get(`/api/creator/analytics/series?days=${days}`)
    return getAnalyticsSeries.response.parse(response.body)
  }
  const [week, all] = [await read('7'), await read('all')]
  expect(week.totals).toMatchObject({ views: 4, uniqueViewers: 3, followers: 1 })
  await server.runJob(rollUpAnalytics)
  expect(await read('7')).toEqual(week)
  expect(await read('all')).toEqual(all)
})
