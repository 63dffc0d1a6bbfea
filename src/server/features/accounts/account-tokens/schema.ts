import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** `operator_reset` is a link for a new password that was not mailed: it proves nothing about the address. */
export type TokenPurpose = 'reset_password' | 'operator_reset' | 'verify_email' | 'change_email'

/** Links that were mailed, or given to the operator, and not used yet. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    /** SHA-256 of the token: a leaked table opens no account. */
    hash: text().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text().$type<TokenPurpose>().notNull(),
    /**
     * The new address for `change_email`, otherwise the address of the account when the link was made: such a link is
     * invalid once the account has another one.
     */
    email: text().notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('account_tokens_user_idx').on(table.userId),
    index('account_tokens_expires_idx').on(table.expiresAt),
  ],
)
