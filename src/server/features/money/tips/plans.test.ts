import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/executor.ts'
import type { Database } from '#server/db/open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { explainPlans } from '#server/db/testing/test-plans.ts'
import { storeMembers } from '#server/features/studio/creator-analytics/test-queries.ts'
import { listTips, listUncompletedOrders } from './queries.ts'
import { storeManyTips } from './test-queries.ts'

let database: Database
let userId: string
/** 20,000 tips between other members, 200 of this one. */
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const [own = '', other = '', third = ''] = await storeMembers(db, 3, { languages: [], country: null })
  userId = own
  await storeManyTips(db, { streamerId: other, tipperId: third }, 20_000)
  await storeManyTips(db, { streamerId: own, tipperId: third }, 100)
  await storeManyTips(db, { streamerId: third, tipperId: own }, 100)
  await db.execute(sql`vacuum analyze`)
})
afterAll(() => database.close())

const received = { direction: 'received', limit: 20 } as const
const sent = { direction: 'sent', limit: 20 } as const

test.each([
  ['received tips', (db: Db) => listTips(db, { userId, ...received }), 'tips_streamer_idx'],
  ['sent tips', (db: Db) => listTips(db, { userId, ...sent }), 'tips_tipper_idx'],
  [
    'payments that are held back from',
    (db: Db) => listUncompletedOrders(db, { userId, ...received }),
    'payment_orders_creator_idx',
  ],
])('the %s of a member are read without those of others', async (_subject, runQuery, index) => {
  const plan = await explainPlans(database, runQuery)
  expect(plan).toContain(index)
  expect(plan).not.toMatch(/Seq Scan on (tips|payment_orders)/)
})
