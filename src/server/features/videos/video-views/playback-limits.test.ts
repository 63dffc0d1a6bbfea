import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reportView } from '#shared/videos/video-views.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { countPlaybacks, passTime, storePlaybacks, sumWatchTime } from './test-queries.ts'

const MANY = { points: 100_000, seconds: 60 }
let server: TestApp
let creator: TestClient
let viewer: TestClient
let videoId: string
beforeAll(async () => {
  server = await startTestApp({ env: { JOBS: 'off' }, rates: { views: MANY, viewsOfAddress: MANY } })
})
beforeEach(async () => {
  creator = await server.member()
  viewer = await server.member()
  videoId = await storeVideo(server.database.db, creator.user.id, { isPublished: true })
})
afterAll(() => server.close())

const pass = (seconds: number) => passTime(server.database.db, videoId, seconds)
const watched = () => sumWatchTime(server.database.db, videoId)
const stored = (id = videoId) => countPlaybacks(server.database.db, id)
const send = (client: TestClient, sessionId: string, watchTime = 0, headers?: Record<string, string>) =>
  client.post(`/api/videos/${videoId}/views`, { sessionId, watchTime }, headers)
async function report(...call: Parameters<typeof send>) {
  const response = await send(...call)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return reportView.response.parse(response.body)
}
const visitor = () => ({ cookie: `visitor=${randomUUID()}` })

test('a viewer who sends ever new session ids has sixty playbacks of a video in a day', async () => {
  const sessions = Array.from({ length: 90 }, (_, index) => `forged-session-${index}`)
  // More at once than are stored at once, and few enough that none waits too long on a busy machine.
  for (let start = 0; start < sessions.length; start += 15)
    await Promise.all(sessions.slice(start, start + 15).map((sessionId) => report(viewer, sessionId)))
  expect(await stored()).toBe(60)
  const browser = visitor()
  for (const sessionId of sessions) await report(server.client(), sessionId, 0, browser)
  expect(await stored()).toBe(120)
  // Another viewer is not affected, and the next day begins anew.
  await report(await server.member(), 'session-1')
  await pass(24 * 60 * 60)
  await report(viewer, 'next-session')
  expect(await stored()).toBe(122)
})

test('a playback beyond the sixty of a day continues the latest one, so that its time is credited', async () => {
  await storePlaybacks(server.database.db, videoId, { viewerId: viewer.user.id }, 60)
  expect(await report(viewer, 'one-more-session')).toEqual({ counted: false, viewsCount: 0 })
  await pass(15)
  expect(await report(viewer, 'one-more-session', 15)).toEqual({ counted: true, viewsCount: 1 })
  await pass(15)
  await report(viewer, 'one-more-session', 30)
  await pass(15)
  // No more than the page claims, and no more than the time that passed.
  await report(viewer, 'yet-another-session', 5)
  await report(viewer, 'yet-another-session', 9000)
  expect(await watched()).toBeGreaterThanOrEqual(35)
  expect(await watched()).toBeLessThan(40)
  expect(await stored()).toBe(60)
})

test('a playback that began more than a day ago counts no more', async () => {
  await report(viewer, 'session-1')
  await pass(20)
  expect((await report(viewer, 'session-1', 15)).counted).toBe(true)
  await report(viewer, 'session-2')
  await pass(20)
  expect((await report(viewer, 'session-2', 15)).counted).toBe(false)
  await pass(25 * 60 * 60)
  expect(await report(viewer, 'session-2', 15)).toEqual({ counted: false, viewsCount: 1 })
})

test.each([
  ['member', 'playbacks', () => undefined],
  ['address', 'playbacksOfAddress', visitor],
])(
  'each %s has a limit of playbacks over all videos, which running ones do not notice',
  async (_kind, rate, headersOf) => {
    const limited = await startTestApp({
      rates: { [rate]: { points: 3, seconds: 60 } },
      env: { JOBS: 'off' },
    })
    const member = await limited.member()
    const owner = await limited.member()
    const headers = headersOf()
    const ids = await Promise.all(
      [1, 2, 3, 4, 5].map(() => storeVideo(limited.database.db, owner.user.id, { isPublished: true })),
    )
    const post = async (id: string, sessionId: string, watchTime: number) => {
      const client = headers ? limited.client() : member
      const { status, body } = await client.post(`/api/videos/${id}/views`, { sessionId, watchTime }, headers)
      return { status, counted: reportView.response.parse(body).counted }
    }
    for (const id of ids) expect(await post(id, 'session-1', 0)).toEqual({ status: 200, counted: false })
    const [first = '', last = ''] = [ids[0], ids.at(-1)]
    await passTime(limited.database.db, first, 15)
    expect(await post(first, 'session-2', 15)).toEqual({ status: 200, counted: true })
    expect(await post(last, 'session-1', 15)).toEqual({ status: 200, counted: false })
    const counts = await Promise.all(ids.map((id) => countPlaybacks(limited.database.db, id)))
    expect(counts).toEqual([1, 1, 1, 0, 0])
    await limited.close()
  },
)

test.each([
  ['member', () => viewer, () => undefined],
  ['address of visitors', () => server.client(), visitor],
])('waiting reports of one %s hold one connection together', async (_kind, clientOf, headersOf) => {
  const { db, pool } = server.database
  const reports = await db.transaction(async (tx) => {
    await tx.execute(sql`select id from videos where id = ${videoId} for update`)
    const sent = Array.from({ length: 40 }, (_, index) =>
      send(clientOf(), `forged-session-${index}`, 0, headersOf()),
    )
    await waitForBlockedQuery(db)
    expect((await (await server.member()).get('/api/posts/feed')).status).toBe(200)
    // All forty have arrived by now, as calls of another member were handled after them.
    await waitForBlockedQuery(db)
    expect(pool.waitingCount).toBe(0)
    return sent
  })
  for (const { status } of await Promise.all(reports)) expect(status).toBe(200)
})
