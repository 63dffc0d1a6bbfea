import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/executor.ts'
import type { Database } from '#server/db/open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { explainPlans } from '#server/db/testing/test-plans.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { computeDays, countUniqueViewers } from './daily-queries.ts'
import { addDays, startOfDay } from '#server/utc-days.ts'
import { countRetention, listTopVideos } from './queries.ts'
import { storeManyViews, storeMembers } from './test-queries.ts'

let database: Database
let creatorId: string
let videoId: string
/** 100,000 views of another creator, 2,000 of this one. */
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const [own = '', other = ''] = await storeMembers(db, 2, { languages: [], country: null })
  creatorId = own
  videoId = await storeVideo(db, own, { isPublished: true })
  for (const id of await Promise.all([1, 2, 3, 4, 5].map(() => storeVideo(db, other, { isPublished: true }))))
    await storeManyViews(db, id, 20_000)
  await storeManyViews(db, videoId, 2000)
  await db.execute(sql`vacuum analyze`)
})
afterAll(() => database.close())

const TO = addDays(startOfDay(new Date()), 1)
const period = { from: addDays(TO, -28), to: TO }

test.each([
  [
    'figures of days',
    (db: Db) => computeDays(db, creatorId, { isSandbox: false, from: addDays(TO, -3), to: TO }),
  ],
  ['different viewers', (db: Db) => countUniqueViewers(db, creatorId, period)],
  ['top videos', (db: Db) => listTopVideos(db, creatorId, period)],
  ['retention', (db: Db) => countRetention(db, videoId, 60)],
])('the %s of a creator are read without the views of others', async (_subject, runQuery) => {
  const plan = await explainPlans(database, runQuery)
  expect(plan).toContain('video_views_video_idx')
  expect(plan).not.toContain('Seq Scan on video_views')
})
