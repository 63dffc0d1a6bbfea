import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemLogs } from '#server/logs/schema.ts'
import { createCreator, sendTip } from '#server/features/money/tips/test-tips.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { checkLedger } from './check-job.ts'
import { addLedgerEntry, listDifferences } from './queries.ts'

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
      addLedgerEntry(tx, {
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
      metadata: { differences: [{ ...RECORDED, creatorId: creator.user.id, earningsCents: 501 }] },
    },
  ])
})

/** What is stored of a creator with one tip of $5.00. */
const RECORDED = {
  isSandbox: true,
  ledgerCents: 500,
  earningsCents: 500,
  tipsCents: 500,
  earningsCount: 1,
  tipsCount: 1,
}

const without = {
  earnings: (id: string) => [sql`delete from creator_earnings where creator_id = ${id}`],
  entry: (id: string) => [
    sql`alter table ledger_postings disable trigger user`,
    sql`delete from ledger_postings where user_id = ${id}`,
  ],
  tip: (id: string) => [sql`delete from tips where streamer_id = ${id}`],
}
const NO_EARNINGS = { earningsCents: 0, earningsCount: 0 }
const NO_ENTRY = { ledgerCents: 0 }
const NO_TIP = { tipsCents: 0, tipsCount: 0 }

test.each<[string, (id: string) => SQL[], Partial<typeof RECORDED>]>([
  ['entry and tip, but no earnings', without.earnings, NO_EARNINGS],
  ['earnings and tip, but no entry', without.entry, NO_ENTRY],
  ['earnings and entry, but no tip', without.tip, NO_TIP],
  ['only earnings', (id) => [...without.entry(id), ...without.tip(id)], { ...NO_ENTRY, ...NO_TIP }],
  ['only an entry', (id) => [...without.earnings(id), ...without.tip(id)], { ...NO_EARNINGS, ...NO_TIP }],
  ['only a tip', (id) => [...without.earnings(id), ...without.entry(id)], { ...NO_EARNINGS, ...NO_ENTRY }],
  [
    'earnings of the other kind of money',
    (id) => [sql`update creator_earnings set is_sandbox = false where creator_id = ${id}`],
    NO_EARNINGS,
  ],
  [
    'a refund that the earnings lack',
    (id) => [sql`update tips set refunded_cents = 100 where streamer_id = ${id}`],
    { tipsCents: 400 },
  ],
  [
    'another count of tips',
    (id) => [sql`update creator_earnings set tips_count = 2 where creator_id = ${id}`],
    { earningsCount: 2 },
  ],
])('the check finds a creator with %s', async (_what, changes, found) => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  await sendTip(server, fan, { streamerId: creator.user.id, amount: '5.00' })
  const creatorId = creator.user.id
  const inTheEnd = server.database.db.transaction(async (tx) => {
    expect((await listDifferences(tx, 100)).filter((each) => each.creatorId === creatorId)).toEqual([])
    for (const change of changes(creatorId)) await tx.execute(change)
    const differences = await listDifferences(tx, 100)
    expect(differences).toContainEqual({ ...RECORDED, ...found, creatorId })
    tx.rollback()
  })
  await expect(inTheEnd).rejects.toThrow('Rollback')
})
