import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { recordLog } from '#server/features/operations/system-logs/queries.ts'
import { systemLogs } from '#server/features/operations/system-logs/schema.ts'
import { videoViews } from '#server/features/videos/video-views/schema.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { cleanupEvents } from './cleanup-job.ts'
import { recordEvent } from './queries.ts'
import { analyticsEvents } from './schema.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

test('the addresses of events are removed after 30 days, events and log entries deleted after two years', async () => {
  const { db } = server.database
  await db.delete(analyticsEvents)
  for (const days of [29, 31, 729, 731])
    await recordEvent(db, {
      eventType: `${days} days`,
      ipAddress: '203.0.113.9',
      userAgent: 'a browser',
      createdAt: daysAgo(days),
    })
  await recordLog(db, { level: 'info', category: 'jobs', message: 'new' })
  await db
    .insert(systemLogs)
    .values({ level: 'info', category: 'jobs', message: 'old', createdAt: daysAgo(731) })

  await server.runJob(cleanupEvents)
  const { eventType, ipAddress, userAgent } = analyticsEvents
  const events = await db.select({ eventType, ipAddress, userAgent }).from(analyticsEvents)
  expect(events.toSorted((a, b) => a.eventType.localeCompare(b.eventType))).toEqual([
    { eventType: '29 days', ipAddress: '203.0.113.9', userAgent: 'a browser' },
    { eventType: '31 days', ipAddress: null, userAgent: null },
    { eventType: '729 days', ipAddress: null, userAgent: null },
  ])
  const logs = await db.select({ message: systemLogs.message }).from(systemLogs)
  expect(logs.map(({ message }) => message)).toEqual(['new'])
})

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
  await server.runJob(cleanupEvents)
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
