import { activeMember } from './active-member.ts'

/**
 * Orders of two years. Of a hundred, twenty were never paid, ten were paid to the platform (of which two are still owed), one in
 * five hundred has no creator, and seventy were paid to creators. Tips have entries in the ledger.
 */
export const moneySql = (orders: number) => `
  create table numbered_orders as
    select n, uuidv7(make_interval(mins => (n - ${orders}) * 20)) as id, uuidv7() as tip, uuidv7() as entry,
      uuidv7() as payout, ${activeMember} as creator, ${activeMember} as payer,
      100 + 100 * floor(20 * power(random(), 2))::int as cents,
      n % 100 < 20 as is_unpaid, n % 100 between 20 and 29 as is_platform, n % 500 = 499 as is_unclaimed
    from generate_series(1, ${orders}) n;
  insert into payment_orders (id, provider, is_sandbox, provider_order_id, payer_id, creator_id, payee_email,
      amount_cents, currency, status, capture_id, created_at, updated_at)
    select o.id, 'sandbox', true, 'ORDER-' || o.n, payer.id, case when not is_unclaimed then creator.id end,
      case when not is_platform and not is_unclaimed then 'creator@example.org' end, cents, 'USD',
      case when is_unpaid then 'expired' else 'completed' end, case when not is_unpaid then 'CAPTURE-' || o.n end,
      uuid_extract_timestamp(o.id), uuid_extract_timestamp(o.id)
    from numbered_orders o
      join numbered_members payer on payer.n = o.payer join numbered_members creator on creator.n = o.creator
    order by o.n;
  insert into tips (id, order_id, streamer_id, tipper_id, is_sandbox, amount_cents, currency, paypal_order_id, status,
      created_at, updated_at)
    select o.tip, o.id, creator.id, payer.id, true, cents, 'USD', 'ORDER-' || o.n, 'completed',
      uuid_extract_timestamp(o.id), uuid_extract_timestamp(o.id)
    from numbered_orders o
      join numbered_members payer on payer.n = o.payer join numbered_members creator on creator.n = o.creator
    where not is_unpaid and not is_unclaimed;
  insert into ledger_entries (id, kind, reference, currency, is_sandbox)
    select entry, 'tip', 'tip:' || id, 'USD', true from numbered_orders where not is_unpaid and not is_unclaimed
    union all
    select payout, 'payout', 'payout:' || id, 'USD', true from numbered_orders where is_platform and n % 10 > 1;
  insert into ledger_postings (entry_id, account, user_id, amount_cents)
    select entry, account, m.id, amount
    from numbered_orders o
      cross join lateral (values
        ('payer', payer, -cents),
        (case when is_platform then 'creator_owed' else 'creator' end, creator, cents)
      ) posting (account, member, amount)
      join numbered_members m on m.n = posting.member
    where not is_unpaid and not is_unclaimed
    union all
    select payout, account, m.id, amount
    from numbered_orders o
      cross join lateral (values ('creator_owed', -cents), ('creator', cents)) posting (account, amount)
      join numbered_members m on m.n = o.creator
    where is_platform and o.n % 10 > 1;
  drop table numbered_orders`
