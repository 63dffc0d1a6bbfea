import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { cleanupViews } from './cleanup-job.ts'
import { videoViews } from './schema.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

test('the addresses of playbacks are removed after 30 days, the playbacks after two years', async () => {
  const { db } = server.database
  const videoId = await storeVideo(db, server.admin.user.id, { isPublished: true })
  const playback = { videoId, ipAddress: '203.0.113.9', userAgent: 'a browser' }
  await db.insert(videoViews).values(
    [29, 31, 731].flatMap((days) => [
      { ...playback, sessionId: `${days} a`, visitorId: 'visitor:one', createdAt: daysAgo(days) },
      { ...playback, sessionId: `${days} b`, visitorId: 'address:203.0.113.9', createdAt: daysAgo(days) },
    ]),
  )
  await server.runJob(cleanupViews)
  const { sessionId, visitorId, ipAddress, userAgent } = videoViews
  const rows = await db.select({ sessionId, visitorId, ipAddress, userAgent }).from(videoViews)
  const known = { ipAddress: '203.0.113.9', userAgent: 'a browser' }
  const unknown = { ipAddress: null, userAgent: null }
  expect(rows.toSorted((a, b) => a.sessionId.localeCompare(b.sessionId))).toEqual([
    { sessionId: '29 a', visitorId: 'visitor:one', ...known },
    { sessionId: '29 b', visitorId: 'address:203.0.113.9', ...known },
    { sessionId: '31 a', visitorId: 'visitor:one', ...unknown },
    { sessionId: '31 b', visitorId: null, ...unknown },
  ])
})
