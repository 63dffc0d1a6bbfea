import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz } from '#server/db/columns.ts'
import { users } from '#server/features/users/schema.ts'

export type TokenPurpose = 'reset_password' | 'verify_email' | 'change_email'

/** Links that were mailed and not used yet. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    /** SHA-256 of the token: a leaked table opens no account. */
    hash: text().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text().$type<TokenPurpose>().notNull(),
    /** Where the link was mailed. Except for a change, it is valid only while this is the address of the account. */
    email: text().notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('account_tokens_user_idx').on(table.userId),
    index('account_tokens_expires_idx').on(table.expiresAt),
  ],
)
