import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { explainPlans } from '#server/db/testing/test-plans.ts'
import { storeManyTips } from '#server/features/money/tips/test-queries.ts'
import { storeMembers } from '#server/features/studio/creator-analytics/test-queries.ts'
import { listTipPayments } from './queries.ts'

let database: Database
let payerId: string
/** 20,000 tips between other members, 100 of this one. */
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const [own = '', other = '', third = ''] = await storeMembers(db, 3, { languages: [], country: null })
  payerId = own
  await storeManyTips(db, { streamerId: other, tipperId: third }, 20_000)
  await storeManyTips(db, { streamerId: third, tipperId: own }, 100)
  await db.execute(sql`vacuum analyze`)
})
afterAll(() => database.close())

test('the payments of a member are read without those of others', async () => {
  const plan = await explainPlans(database, (db) => listTipPayments(db, { payerId, limit: 20 }))
  expect(plan).toContain('payment_orders_payer_idx')
  expect(plan).not.toMatch(/Seq Scan on (tips|payment_orders)/)
})
