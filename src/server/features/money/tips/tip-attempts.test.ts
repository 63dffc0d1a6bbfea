import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotifications } from '#shared/notifications/notifications.ts'
import { reportTipAttempt } from '#shared/money/tips.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

async function attempt(payer: TestClient, creator: TestClient): Promise<boolean> {
  const { body } = await payer.post(`/api/users/${creator.user.id}/tip-attempts`)
  return reportTipAttempt.response.parse(body).isNotified
}

async function told(creator: TestClient) {
  const { body } = await creator.get('/api/notifications')
  return listNotifications.response.parse(body).filter(({ type }) => type === 'payout')
}

test('a creator without a payout address hears once a day that somebody tried to tip, and not who', async () => {
  const [creator, payer, other] = [await server.member(), await server.member(), await server.member()]
  expect(await attempt(payer, creator)).toBe(true)
  await creator.post('/api/notifications/read')
  expect(await attempt(other, creator)).toBe(true)
  const [first, ...more] = await told(creator)
  expect(more).toEqual([])
  expect(first).toMatchObject({ isRead: true, actors: [{ id: creator.user.id }] })
  await server.database.db.execute(
    sql`update notifications set last_at = last_at - interval '25 hours' where id = ${first?.id}`,
  )
  await attempt(other, creator)
  expect(await told(creator)).toHaveLength(2)
})

test('of two attempts at the same time one notifies', async () => {
  const [creator, payer, other] = [await server.member(), await server.member(), await server.member()]
  const { db } = server.database
  const { attempts } = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table notifications in exclusive mode`)
    const first = attempt(payer, creator)
    await waitForBlockedQuery(db)
    const second = attempt(other, creator)
    await waitForBlockedQuery(db, 2)
    return { attempts: [first, second] }
  })
  expect(await Promise.all(attempts)).toEqual([true, true])
  const { rows } = await db.execute(
    sql`select last_at = created_at as "isOfOneEvent" from notifications where user_id = ${creator.user.id}`,
  )
  expect(rows).toEqual([{ isOfOneEvent: true }])
})

test('attempts have a limit of their own, not that of orders', async () => {
  const [creator, payer] = [await server.member(), await server.member()]
  for (let count = 0; count < 60; count++) await attempt(payer, creator)
  expect((await payer.post(`/api/users/${creator.user.id}/tip-attempts`)).status).toBe(429)
  expect((await payer.post('/api/paypal/order', {})).status).toBe(400)
})

test('a creator who can be tipped, or who has blocked the payer, hears nothing', async () => {
  const [creator, payer] = [await server.member(), await server.member()]
  expect((await creator.put(`/api/users/${payer.user.id}/block`)).status).toBe(200)
  expect(await attempt(payer, creator)).toBe(false)
  await creator.put('/api/creator/payout', { payoutEmail: 'payee@example.org', payoutCountry: 'US' })
  expect(await attempt(await server.member(), creator)).toBe(false)
  expect(await told(creator)).toEqual([])
})
