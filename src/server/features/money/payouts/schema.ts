import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { updatedAt } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** The addresses that tips of creators are paid to. */
export const creatorPayouts = pgTable('creator_payouts', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Address of the account at the payment provider; null when the creator removed it. */
  payoutEmail: text('payout_email'),
  /** Country of that account, ISO 3166-1 alpha-2. */
  payoutCountry: text('payout_country'),
  updatedAt: updatedAt(),
})
