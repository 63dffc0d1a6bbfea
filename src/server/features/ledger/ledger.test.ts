import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemLogs } from '#server/features/analytics/schema.ts'
import { createCreator, sendTip } from '#server/features/tips/test-tips.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { checkLedger } from './check-job.ts'
import { addEntry } from './queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** Returns why PostgreSQL refused; null if it did not. */
async function reasonOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return error.cause instanceof Error ? error.cause.message : error.message
  }
}

test.each(['ledger_entries', 'ledger_postings'])('rows of %s are only ever added', async (table) => {
  const { db } = server.database
  const [creator, fan] = [await createCreator(server), await server.member()]
  await sendTip(server, fan, { streamerId: creator.user.id, amount: '5.00' })
  const name = sql.identifier(table)
  const changes = [
    sql`update ${name} set ${sql.identifier(table === 'ledger_entries' ? 'kind' : 'account')} = 'payout'`,
    sql`delete from ${name}`,
    sql`truncate ${name} cascade`,
  ]
  for (const change of changes) expect(await reasonOf(db.execute(change))).toContain('are only ever added')
})

test('an entry whose postings do not add up to zero is refused', async () => {
  const { db } = server.database
  const add = (cents: number) =>
    db.transaction((tx) =>
      addEntry(tx, {
        kind: 'tip',
        reference: `test:${cents}`,
        isSandbox: true,
        postings: [
          { account: 'payer', userId: null, amountCents: -500 },
          { account: 'creator', userId: null, amountCents: cents },
        ],
      }),
    )
  expect(await reasonOf(add(499))).toContain('add up to -1')
  expect(await reasonOf(add(500))).toBeNull()
})

test('the nightly check logs creators whose earnings differ from the ledger', async () => {
  const { db } = server.database
  const logs = async () =>
    (await db.select().from(systemLogs)).filter(({ category }) => category === 'payments')
  const [creator, fan] = [await createCreator(server), await server.member()]
  await sendTip(server, fan, { streamerId: creator.user.id, amount: '5.00' })
  await server.runJob(checkLedger)
  expect(await logs()).toEqual([])
  await db.execute(
    sql`update creator_earnings set total_tips_cents = 501 where creator_id = ${creator.user.id}`,
  )
  await server.runJob(checkLedger)
  expect(await logs()).toMatchObject([
    {
      level: 'error',
      metadata: { differences: [{ creatorId: creator.user.id, ledgerCents: 500, earningsCents: 501 }] },
    },
  ])
})
