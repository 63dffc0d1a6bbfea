import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/executor.ts'
import type { Database } from '#server/db/open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { explainPlans } from '#server/db/testing/test-plans.ts'
import { storeManyViews, storeMembers } from '#server/features/studio/creator-analytics/test-queries.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type Report, storeReport } from './queries.ts'
import { storePlaybacks } from './test-queries.ts'

let database: Database
let videoId: string
let viewerId: string
const VISITOR = 'visitor:frequent'
/** 20,000 playbacks of the video by one user, 20,000 by one visitor, and 20,000 by others. */
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const [creator = '', viewer = ''] = await storeMembers(db, 2, { languages: [], country: null })
  viewerId = viewer
  videoId = await storeVideo(db, creator, { isPublished: true })
  await storePlaybacks(db, videoId, { viewerId }, 20_000)
  await storePlaybacks(db, videoId, { visitorId: VISITOR }, 20_000)
  await storeManyViews(db, videoId, 20_000)
  await db.execute(sql`vacuum analyze`)
})
afterAll(() => database.close())

const report = (viewer: Pick<Report, 'viewerId' | 'visitorId'>): Report => ({
  ...viewer,
  videoId,
  sessionId: 'another-session',
  watchTime: 15,
  position: 15,
  ipAddress: '192.0.2.1',
  userAgent: null,
  threshold: 10,
  mayStartPlayback: true,
})
/** The statements without their transaction, which would run on a connection of its own. */
const withoutTransaction = (db: Db): Db =>
  // Boundary: with the prototype, the object has all other methods.
  Object.assign(Object.create(db) as Db, { transaction: (work: (tx: Db) => unknown) => work(db) })

test.each([
  ['member', 'video_views_viewer_idx', () => ({ viewerId, visitorId: null })],
  ['visitor', 'video_views_visitor_idx', () => ({ viewerId: null, visitorId: VISITOR })],
])('a report of a %s reads the latest playbacks alone, by an index', async (_viewer, index, viewer) => {
  const plan = await explainPlans(database, (db) => storeReport(withoutTransaction(db), report(viewer())))
  expect(plan).toMatch(new RegExp(`Index Scan (Backward )?using ${index}`))
  expect(plan).not.toContain('Seq Scan on video_views')
  expect(plan).not.toContain('Bitmap Heap Scan on video_views')
})
