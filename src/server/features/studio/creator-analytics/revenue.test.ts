import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAnalyticsSeries } from '#shared/studio/creator-analytics.ts'
import { createCreator, idOf, payOrder } from '#server/features/money/tips/test-tips.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { DAY_MS, startOfDay } from '#server/utc-days.ts'
import { rollUpAnalytics } from './roll-up-job.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
  // The job that the start enqueued ends before the test stores rows.
  await server.runJob(rollUpAnalytics)
})
afterAll(() => server.close())

const TODAY = startOfDay(new Date()).getTime()
const at = (ago: number) => new Date(TODAY - ago * DAY_MS + 1000).toISOString()

/** Records a tip, as of some days ago. */
async function tip(fan: TestClient, creator: TestClient, amount: string, ago: number): Promise<string> {
  const order = { streamerId: creator.user.id, amount }
  const { id: paypalOrderId } = await payOrder(server, fan, order)
  const id = idOf(await fan.post('/api/tips', { ...order, paypalOrderId }))
  await server.database.db.execute(
    sql`update tips set created_at = ${at(ago)}, updated_at = ${at(ago)} where id = ${id}`,
  )
  return id
}

const refund = (id: string, cents: number) =>
  server.database.db.execute(
    sql`update tips set refunded_cents = ${cents}, updated_at = now() where id = ${id}`,
  )

test('the revenue of a day is that of its tips after refunds, also of a refund weeks later', async () => {
  const [creator, other, fan] = [
    await createCreator(server),
    await createCreator(server),
    await server.member(),
  ]
  const revenue = async () => {
    const { body } = await creator.get('/api/creator/analytics/series?days=28')
    const { days, totals } = getAnalyticsSeries.response.parse(body)
    return [
      ...days.filter(({ revenueCents }) => revenueCents > 0).map(({ revenueCents }) => revenueCents),
      totals.revenueCents,
    ]
  }
  const old = await tip(fan, creator, '20.00', 20)
  await tip(fan, creator, '5.00', 20)
  await tip(fan, creator, '7.50', 1)
  const recent = await tip(fan, creator, '3.00', 0)
  await tip(fan, other, '100.00', 0)
  await refund(recent, 100)
  expect(await revenue()).toEqual([2500, 750, 200, 3450])
  await server.runJob(rollUpAnalytics)
  expect(await revenue()).toEqual([2500, 750, 200, 3450])
  await refund(old, 2000)
  await server.runJob(rollUpAnalytics)
  expect(await revenue()).toEqual([500, 750, 200, 1450])
  const csv = String((await creator.get('/api/creator/analytics/series.csv?days=28')).body)
  expect(csv.split('\r\n').at(-2)).toBe(`${at(0).slice(0, 10)},0,0,0,0,2.00,yes`)
  const real = await startTestApp({ database: server.database, payments: null })
  const { body } = await creator.at(real.url).get('/api/creator/analytics/series?days=28')
  expect(getAnalyticsSeries.response.parse(body).totals.revenueCents).toBe(0)
  await real.stop()
})
