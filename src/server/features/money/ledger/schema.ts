import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, primaryId, updatedAt } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** `payout`: the platform paid out a tip that it owed to a creator. */
export type LedgerKind =
  | 'tip'
  | 'tip_refund'
  | 'tip_reversal'
  | 'payout'
  | 'subscription'
  | 'subscription_refund'

/**
 * `payer` and `creator`: accounts of users at the provider. `creator_owed`: the platform's debt to a creator. `platform`: the
 * platform's own account.
 */
export type LedgerAccount = 'payer' | 'creator' | 'creator_owed' | 'platform'

/** Movements of money: the journal of a double-entry ledger. Triggers refuse changes of rows here and in `ledger_postings`. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: primaryId(),
    kind: text().$type<LedgerKind>().notNull(),
    /** Identifies the movement, for example `tip:<order>`: it is entered once. */
    reference: text().notNull(),
    currency: text().notNull(),
    /** No money moved: an entry of a sandbox, which no sum of real money includes. */
    isSandbox: boolean('is_sandbox').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('ledger_entries_reference_key').on(table.reference),
    check(
      'ledger_entries_kind',
      sql`${table.kind} in ('tip', 'tip_refund', 'tip_reversal', 'payout', 'subscription', 'subscription_refund')`,
    ),
  ],
)

/** The postings of an entry add up to zero, which a trigger checks at the commit. */
export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    entryId: uuid('entry_id')
      .notNull()
      .references(() => ledgerEntries.id),
    account: text().$type<LedgerAccount>().notNull(),
    /** No foreign key: the ledger outlives accounts. Null for the platform, and for a payer who is unknown. */
    userId: uuid('user_id'),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.account] }),
    index('ledger_postings_user_idx').on(table.userId, table.account),
    check(
      'ledger_postings_account',
      sql`${table.account} in ('payer', 'creator', 'creator_owed', 'platform')`,
    ),
    check('ledger_postings_amount', sql`${table.amountCents} <> 0`),
  ],
)

/** The sums of a creator's ledger entries, one row of real money and one of a sandbox; changed in the same transaction. */
export const creatorEarnings = pgTable(
  'creator_earnings',
  {
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    isSandbox: boolean('is_sandbox').notNull(),
    totalTipsCents: bigint('total_tips_cents', { mode: 'number' }).notNull().default(0),
    tipsCount: integer('tips_count').notNull().default(0),
    currency: text().notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.creatorId, table.isSandbox] })],
)
