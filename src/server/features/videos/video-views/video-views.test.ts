import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reportView } from '#shared/videos/video-views.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { videos } from '#server/features/videos/videos/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { videoViews } from './schema.ts'
import { passTime, sumWatchTime } from './test-queries.ts'

let server: TestApp
let creator: TestClient
let viewer: TestClient
let videoId: string
beforeAll(async () => {
  server = await startTestApp({ rates: { views: { points: 10_000, seconds: 60 } } })
})
beforeEach(async () => {
  creator = await server.member()
  viewer = await server.member()
  videoId = await store({ isPublished: true })
})
afterAll(() => server.close())

const store = (columns: Parameters<typeof storeVideo>[2]) =>
  storeVideo(server.database.db, creator.user.id, columns)
const pass = (seconds: number) => passTime(server.database.db, videoId, seconds)
const watched = () => sumWatchTime(server.database.db, videoId)

type Body = { sessionId?: string; watchTime: number; position?: number }
const send = (client: TestClient, body: Body, headers: Record<string, string> = {}) =>
  client.post(`/api/videos/${videoId}/views`, { sessionId: 'session-1', ...body }, headers)
async function report(client: TestClient, body: Body, headers?: Record<string, string>) {
  const response = await send(client, body, headers)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return reportView.response.parse(response.body)
}
/** A browser of a visitor. */
const visitor = () => ({ cookie: `visitor=${randomUUID()}` })

async function counts() {
  const { db } = server.database
  const [video] = await db.select({ n: videos.viewsCount }).from(videos).where(eq(videos.id, videoId))
  const [user] = await db.select({ n: users.totalViews }).from(users).where(eq(users.id, creator.user.id))
  return { video: video?.n, creator: user?.n }
}

test('a playback counts from ten seconds on, for the video and for its creator', async () => {
  expect(await report(viewer, { watchTime: 0 })).toEqual({ counted: false, viewsCount: 0 })
  await pass(9)
  expect(await report(viewer, { watchTime: 9 })).toEqual({ counted: false, viewsCount: 0 })
  await pass(3)
  expect(await report(viewer, { watchTime: 12 })).toEqual({ counted: true, viewsCount: 1 })
  expect(await report(viewer, { watchTime: 12 })).toEqual({ counted: true, viewsCount: 1 })
  expect(await counts()).toEqual({ video: 1, creator: 1 })
})

test('half of a video that is shorter than twenty seconds counts', async () => {
  videoId = await store({ isPublished: true, duration: 8 })
  await report(viewer, { watchTime: 0 })
  await pass(3)
  expect((await report(viewer, { watchTime: 3 })).counted).toBe(false)
  await pass(2)
  expect((await report(viewer, { watchTime: 5 })).counted).toBe(true)
})

test('a viewer counts once within 24 hours, whatever the session id', async () => {
  const watch = async (sessionId: string) => {
    await report(viewer, { sessionId, watchTime: 0 })
    await pass(15)
    return report(viewer, { sessionId, watchTime: 15 })
  }
  expect(await watch('playback-a')).toEqual({ counted: true, viewsCount: 1 })
  expect(await watch('playback-b')).toEqual({ counted: false, viewsCount: 1 })
  await pass(24 * 60 * 60)
  expect(await watch('playback-c')).toEqual({ counted: true, viewsCount: 2 })
  expect(await counts()).toEqual({ video: 2, creator: 2 })
})

test('the first report credits nothing, and later ones no more than the time that passed', async () => {
  await report(viewer, { watchTime: 5000 })
  expect(await watched()).toBe(0)
  await pass(20)
  await report(viewer, { watchTime: 9000 })
  expect(await watched()).toBeGreaterThanOrEqual(20)
  expect(await watched()).toBeLessThan(25)
})

test('parallel playbacks, forged session ids and replays of one viewer share the time that passed', async () => {
  const sessions = Array.from({ length: 20 }, (_, index) => `forged-session-${index}`)
  for (const sessionId of sessions) await report(viewer, { sessionId, watchTime: 0 })
  await pass(30)
  const all = [...sessions, ...sessions, ...sessions].map((sessionId) =>
    report(viewer, { sessionId, watchTime: 600 }),
  )
  await Promise.all(all)
  expect(await watched()).toBeGreaterThanOrEqual(30)
  expect(await watched()).toBeLessThan(40)
  expect(await counts()).toEqual({ video: 1, creator: 1 })
})

test('concurrent reports of many viewers are all counted', async () => {
  const browsers = Array.from({ length: 12 }, visitor)
  for (const headers of browsers) await report(server.client(), { watchTime: 0 }, headers)
  await pass(15)
  await Promise.all(browsers.map((headers) => report(server.client(), { watchTime: 15 }, headers)))
  expect(await counts()).toEqual({ video: 12, creator: 12 })
})

test('visitors of one address who discard their cookie count and watch as at most 20 in 24 hours', async () => {
  const browsers = Array.from({ length: 25 }, visitor)
  for (const headers of browsers) await report(server.client(), { watchTime: 0 }, headers)
  await pass(15)
  await Promise.all(browsers.map((headers) => report(server.client(), { watchTime: 15 }, headers)))
  expect(await counts()).toEqual({ video: 20, creator: 20 })
  expect(await watched()).toBe(20 * 15)
  // Also those who never watch long enough to count.
  const latest = Array.from({ length: 25 }, visitor)
  for (const headers of latest) await report(server.client(), { watchTime: 0 }, headers)
  await pass(5)
  for (const headers of latest) await report(server.client(), { watchTime: 5 }, headers)
  expect(await watched()).toBe(20 * 15)
})

test('an address that sends playbacks of ever new visitors fills the database no further', async () => {
  const { db } = server.database
  const address = '127.0.0.1'
  await db.insert(videoViews).values(
    Array.from({ length: 500 }, () => ({
      id: randomUUID(),
      videoId,
      visitorId: randomUUID(),
      sessionId: 'session-1',
      ipAddress: address,
    })),
  )
  expect(await report(server.client(), { watchTime: 0 }, visitor())).toEqual({
    counted: false,
    viewsCount: 0,
  })
  expect(await report(viewer, { watchTime: 0 })).toEqual({ counted: false, viewsCount: 0 })
  const rows = await db.select().from(videoViews).where(eq(videoViews.videoId, videoId))
  expect(rows).toHaveLength(501)
})

test('the same session id of another viewer is another playback', async () => {
  const other = visitor()
  await report(viewer, { watchTime: 0 })
  await report(server.client(), { watchTime: 0 }, other)
  await pass(15)
  expect((await report(viewer, { watchTime: 15 })).viewsCount).toBe(1)
  expect((await report(server.client(), { watchTime: 15 }, other)).viewsCount).toBe(2)
})

test('a playback is credited for a day only, so that earlier days stay as they are', async () => {
  await report(viewer, { watchTime: 0 })
  await pass(25 * 60 * 60)
  await report(viewer, { watchTime: 100 })
  expect(await watched()).toBe(0)
})

test('the creator is not a viewer of the own video', async () => {
  await report(creator, { watchTime: 0 })
  await pass(15)
  expect(await report(creator, { watchTime: 15 })).toEqual({ counted: false, viewsCount: 0 })
  expect(await watched()).toBe(0)
})

test.each([
  ['draft', {}],
  ['private', { isPublished: true, isPublic: false }],
  ['unfinished', { isPublished: true, state: 'processing' as const }],
])('a %s video is not found, and nothing is stored', async (_name, columns) => {
  videoId = await store(columns)
  expect((await send(viewer, { watchTime: 0 })).status).toBe(404)
  expect((await send(server.client(), { watchTime: 0 })).status).toBe(404)
  expect((await send(server.admin, { watchTime: 0 })).status).toBe(200)
  const rows = await server.database.db.select().from(videoViews).where(eq(videoViews.videoId, videoId))
  expect(rows).toEqual([])
})

test.each([
  [{ watchTime: -1 }],
  [{ watchTime: 1e9 }],
  [{ watchTime: 'long' }],
  [{ watchTime: 1, sessionId: 'short' }],
  [{ watchTime: 1, sessionId: 'with space and <b>' }],
  [{ watchTime: 1, position: -5 }],
])('%j is invalid', async (body) => {
  const response = await viewer.post(`/api/videos/${videoId}/views`, { sessionId: 'session-1', ...body })
  expect(response.status).toBe(400)
})

test('the position is stored within the video', async () => {
  await report(viewer, { watchTime: 0, position: 900 })
  const [row] = await server.database.db.select().from(videoViews).where(eq(videoViews.videoId, videoId))
  expect(row).toMatchObject({ position: 60, viewerId: viewer.user.id, visitorId: null })
})

test('the visitors of one address are limited together, and one browser by itself', async () => {
  const limited = await startTestApp({
    rates: { views: { points: 2, seconds: 60 }, viewsOfAddress: { points: 3, seconds: 60 } },
  })
  const member = await limited.member()
  const id = await storeVideo(limited.database.db, member.user.id, { isPublished: true })
  const post = async (headers: Record<string, string>) =>
    (
      await limited
        .client()
        .post(`/api/videos/${id}/views`, { sessionId: 'session-1', watchTime: 0 }, headers)
    ).status
  const browser = visitor()
  expect([await post(browser), await post(browser), await post(browser)]).toEqual([200, 200, 429])
  expect([await post(visitor()), await post(visitor())]).toEqual([200, 429])
  await limited.close()
})
