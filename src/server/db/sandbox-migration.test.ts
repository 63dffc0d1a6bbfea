import { expect, onTestFinished, test } from 'vitest'
import { listDifferences } from '#server/features/money/ledger/queries.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { migrateTo } from '#server/db/testing/earlier-migrations.ts'
import { applyMigrations } from './migrate.ts'

/** The migration that separates the rows of the sandbox. */
const SANDBOX_MIGRATION = 31

const id = (number: number) => `0198c1d2-0000-7000-8000-${String(number).padStart(12, '0')}`
const [CREATOR, PAYER, STREAM] = [id(1), id(2), id(3)]

/** Two tips of 20 and 7 dollars in the sandbox, the second refunded by 3 and paid out, and one of 5 by PayPal. */
const ROWS = `
  insert into users (id, email, handle, password_hash) values
    ('${CREATOR}', 'creator@example.org', 'creator', ''), ('${PAYER}', 'payer@example.org', 'payer', '');
  insert into streams (id, streamer_id, title, category, tips_cents)
    values ('${STREAM}', '${CREATOR}', 'Choir', 'music', 2900);
  insert into payment_orders (id, provider, provider_order_id, payer_id, creator_id, amount_cents, currency, status) values
    ('${id(11)}', 'sandbox', 'S1', '${PAYER}', '${CREATOR}', 2000, 'USD', 'completed'),
    ('${id(12)}', 'sandbox', 'S2', '${PAYER}', '${CREATOR}', 700, 'USD', 'completed'),
    ('${id(13)}', 'paypal', 'P1', '${PAYER}', '${CREATOR}', 500, 'USD', 'completed');
  insert into tips (id, order_id, streamer_id, tipper_id, stream_id, amount_cents, refunded_cents, currency, paypal_order_id,
      status, created_at)
    select o.id, o.id, o.creator_id, o.payer_id, '${STREAM}', o.amount_cents, case o.amount_cents when 700 then 300 else 0 end,
      'USD', o.provider_order_id, 'completed', '2026-03-01T10:00:00Z' from payment_orders o;
  insert into subscriptions (id, provider, plan_id, price_cents, currency, interval, interval_count) values
    ('${id(21)}', 'sandbox', 'plan', 500, 'USD', 'month', 1), ('${id(22)}', 'paypal', 'plan', 500, 'USD', 'month', 1);
  insert into creator_earnings (creator_id, total_tips_cents, tips_count, currency) values ('${CREATOR}', 2900, 3, 'USD');
  insert into creator_analytics (id, creator_id, date, revenue_cents) values ('${id(4)}', '${CREATOR}', '2026-03-01', 2900);
  begin;
  insert into ledger_entries (id, kind, reference, currency) values
    ('${id(31)}', 'tip', 'tip:${id(11)}', 'USD'), ('${id(32)}', 'tip', 'tip:${id(12)}', 'USD'),
    ('${id(33)}', 'tip_refund', 'refund:sandbox:R1', 'USD'), ('${id(34)}', 'payout', 'payout:${id(12)}', 'USD'),
    ('${id(35)}', 'tip', 'tip:${id(13)}', 'USD'), ('${id(36)}', 'subscription', 'subscription:paypal:P2', 'USD');
  insert into ledger_postings (entry_id, account, user_id, amount_cents) values
    ('${id(31)}', 'payer', '${PAYER}', -2000), ('${id(31)}', 'creator', '${CREATOR}', 2000),
    ('${id(32)}', 'payer', '${PAYER}', -700), ('${id(32)}', 'creator_owed', '${CREATOR}', 700),
    ('${id(33)}', 'payer', '${PAYER}', 300), ('${id(33)}', 'creator_owed', '${CREATOR}', -300),
    ('${id(34)}', 'creator_owed', '${CREATOR}', -400), ('${id(34)}', 'creator', '${CREATOR}', 400),
    ('${id(35)}', 'payer', '${PAYER}', -500), ('${id(35)}', 'creator', '${CREATOR}', 500),
    ('${id(36)}', 'payer', '${PAYER}', -500), ('${id(36)}', 'platform', null, 500);
  commit;`

test('an update keeps what was tipped in the sandbox apart from what PayPal moved', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { db, pool } = database
  await migrateTo(pool, SANDBOX_MIGRATION)
  await pool.query(ROWS)
  await applyMigrations(pool)
  const rowsOf = async (query: string) => (await pool.query({ text: query, rowMode: 'array' })).rows
  expect(await rowsOf('select provider_order_id, is_sandbox from payment_orders order by id')).toEqual([
    ['S1', true],
    ['S2', true],
    ['P1', false],
  ])
  expect(await rowsOf('select paypal_order_id from tips where is_sandbox order by id')).toEqual([
    ['S1'],
    ['S2'],
  ])
  expect(await rowsOf('select provider from subscriptions where is_sandbox')).toEqual([['sandbox']])
  expect(await rowsOf('select id from ledger_entries where not is_sandbox order by id')).toEqual([
    [id(35)],
    [id(36)],
  ])
  expect(
    await rowsOf('select is_sandbox, total_tips_cents::int, tips_count from creator_earnings order by 1'),
  ).toEqual([
    [false, 500, 1],
    [true, 2400, 2],
  ])
  expect(await listDifferences(db, 10)).toEqual([])
  expect(await rowsOf('select tips_cents::int, sandbox_tips_cents::int from streams')).toEqual([[500, 2400]])
  expect(
    await rowsOf('select revenue_cents::int, sandbox_revenue_cents::int from creator_analytics'),
  ).toEqual([[500, 2400]])
  await expect(pool.query(`update ledger_entries set is_sandbox = false`)).rejects.toThrow('only ever added')
})
