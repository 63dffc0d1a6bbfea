import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'

/** Stores many recorded tips between two members, with ledger and earnings. */
export async function storeManyTips(
  db: Executor,
  { streamerId, tipperId }: { streamerId: string; tipperId: string },
  count: number,
): Promise<void> {
  await db.execute(sql`
    with orders as (
      insert into payment_orders (id, provider, is_sandbox, provider_order_id, payer_id, creator_id, amount_cents, currency, status)
      select id, 'sandbox', true, id::text, ${tipperId}, ${streamerId}, 500, 'USD', 'completed'
      from (select gen_random_uuid() as id from generate_series(1, ${count}::int)) as ids
      returning id
    ), entries as (
      insert into ledger_entries (id, kind, reference, currency, is_sandbox)
      select id, 'tip', 'tip:' || id, 'USD', true from orders returning id
    ), postings as (
      insert into ledger_postings (entry_id, account, user_id, amount_cents)
      select id, account, user_id, cents from entries
        cross join (values ('payer', ${tipperId}::uuid, -500), ('creator', ${streamerId}::uuid, 500)) as p(account, user_id, cents)
    ), earnings as (
      insert into creator_earnings (creator_id, is_sandbox, total_tips_cents, tips_count, currency)
      values (${streamerId}, true, 500 * ${count}::bigint, ${count}, 'USD')
    )
    insert into tips (id, order_id, is_sandbox, streamer_id, tipper_id, amount_cents, currency, paypal_order_id, status)
    select gen_random_uuid(), id, true, ${streamerId}, ${tipperId}, 500, 'USD', id::text, 'completed' from orders`)
}
