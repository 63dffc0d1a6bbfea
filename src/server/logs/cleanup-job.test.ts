import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { cleanupLogs } from './cleanup-job.ts'
import { recordEvent, recordLog } from './queries.ts'
import { analyticsEvents, systemLogs } from './schema.ts'

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

  await server.runJob(cleanupLogs)
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
