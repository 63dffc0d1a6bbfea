import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { CURRENCY } from '#shared/money/money.ts'
import type { Executor } from '#server/db/executor.ts'
import type { LedgerAccount, LedgerKind } from './schema.ts'

type Posting = { account: LedgerAccount; userId: string | null; amountCents: number }
export type LedgerEntry = {
  kind: LedgerKind
  reference: string
  isSandbox: boolean
  postings: readonly [Posting, Posting, ...Posting[]]
}

/** Adds a ledger entry with its postings, once per reference. Returns whether it is new. */
export async function addLedgerEntry(
  tx: Executor,
  { kind, reference, isSandbox, postings }: LedgerEntry,
): Promise<boolean> {
  const rows = postings.map(({ account, userId, amountCents }) => ({
    account,
    user_id: userId,
    amount_cents: amountCents,
  }))
  const { rowCount } = await tx.execute(sql`
    with entry as (
      insert into ledger_entries (id, kind, reference, currency, is_sandbox)
      values (${v7()}, ${kind}, ${reference}, ${CURRENCY}, ${isSandbox})
      on conflict (reference) do nothing returning id
    )
    insert into ledger_postings (entry_id, account, user_id, amount_cents)
    select entry.id, p.account, p.user_id, p.amount_cents
    from entry, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p(account text, user_id uuid, amount_cents bigint)`)
  return rowCount !== 0
}

/** Adds a ledger entry, and adds to the earnings of its creator, if that account still exists. */
export async function addEarningEntry(
  tx: Executor,
  entry: LedgerEntry,
  { creatorId, cents, tips }: { creatorId: string | null; cents: number; tips: number },
): Promise<void> {
  const isNew = await addLedgerEntry(tx, entry)
  if (isNew && creatorId !== null)
    await addEarnings(tx, { creatorId, isSandbox: entry.isSandbox, cents, tips })
}

/** Adds to a creator's earnings, in the transaction of the ledger entry. Has no effect if the account is deleted. */
export async function addEarnings(
  tx: Executor,
  {
    creatorId,
    isSandbox,
    cents,
    tips,
  }: { creatorId: string; isSandbox: boolean; cents: number; tips: number },
): Promise<void> {
  await tx.execute(sql`
    insert into creator_earnings (creator_id, is_sandbox, total_tips_cents, tips_count, currency, updated_at)
    select id, ${isSandbox}, ${cents}, ${tips}, ${CURRENCY}, now() from users where id = ${creatorId}
    on conflict (creator_id, is_sandbox) do update set
      total_tips_cents = creator_earnings.total_tips_cents + excluded.total_tips_cents,
      tips_count = creator_earnings.tips_count + excluded.tips_count,
      updated_at = excluded.updated_at`)
}

/** Returns the creator to whom the platform owed the tip of an order; undefined if it was paid to the creator directly. */
export async function findOwedCreator(
  db: Executor,
  orderId: string,
): Promise<{ creatorId: string | null; isPaidOut: boolean } | undefined> {
  const { rows } = await db.execute<{ creatorId: string | null; isPaidOut: boolean }>(sql`
    select p.user_id as "creatorId",
      exists (select from ledger_entries o where o.reference = ${`payout:${orderId}`}) as "isPaidOut"
    from ledger_entries e join ledger_postings p on p.entry_id = e.id
    where e.reference = ${`tip:${orderId}`} and p.account = 'creator_owed'`)
  return rows[0]
}

/** Returns the users of an entry's postings, by account, also if they are deleted by now; null for the platform. */
export async function findUsersOfEntry(
  tx: Executor,
  reference: string,
): Promise<Partial<Record<LedgerAccount, string | null>>> {
  const { rows } = await tx.execute<{ account: LedgerAccount; userId: string | null }>(sql`
    select p.account, p.user_id as "userId" from ledger_entries e join ledger_postings p on p.entry_id = e.id
    where e.reference = ${reference}`)
  return Object.fromEntries(rows.map(({ account, userId }) => [account, userId]))
}

export type Difference = {
  creatorId: string
  isSandbox: boolean
  ledgerCents: number
  earningsCents: number
  /** The sum of the creator's tips after refunds. */
  tipsCents: number
  /** The number of tips that are not fully refunded, according to the earnings. */
  earningsCount: number
  tipsCount: number
}

/**
 * Returns the creators whose earnings, of real money or of a sandbox, differ from the sums of the ledger or of their tips, at most
 * `limit`.
 */
export async function listDifferences(db: Executor, limit: number): Promise<Difference[]> {
  const { rows } = await db.execute<
    Record<Exclude<keyof Difference, 'isSandbox'>, string> & { isSandbox: boolean }
  >(sql`
    with figures (creator_id, is_sandbox, ledger_cents, earnings_cents, tips_cents, earnings_count, tips_count) as (
      select p.user_id, e.is_sandbox, p.amount_cents, 0, 0, 0, 0
      from ledger_postings p join ledger_entries e on e.id = p.entry_id where p.account in ('creator', 'creator_owed')
      union all
      select creator_id, is_sandbox, 0, total_tips_cents, 0, tips_count, 0 from creator_earnings
      union all
      select streamer_id, is_sandbox, 0, 0, amount_cents - refunded_cents, 0, (status = 'completed')::int from tips
    ), sums as (
      select creator_id as "creatorId", is_sandbox as "isSandbox", sum(ledger_cents) as "ledgerCents", sum(earnings_cents) as "earningsCents",
        sum(tips_cents) as "tipsCents", sum(earnings_count) as "earningsCount", sum(tips_count) as "tipsCount"
      from figures join users on users.id = creator_id
      group by creator_id, is_sandbox
    )
    select * from sums
    where "ledgerCents" <> "earningsCents" or "tipsCents" <> "earningsCents" or "tipsCount" <> "earningsCount"
    order by "creatorId", "isSandbox" limit ${limit}`)
  return rows.map(({ creatorId, isSandbox, ...figures }) => ({
    creatorId,
    isSandbox,
    ledgerCents: Number(figures.ledgerCents),
    earningsCents: Number(figures.earningsCents),
    tipsCents: Number(figures.tipsCents),
    earningsCount: Number(figures.earningsCount),
    tipsCount: Number(figures.tipsCount),
  }))
}
