import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamptz } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** Links with which accounts are opened. */
export const invitations = pgTable(
  'invitations',
  {
    id: primaryId(),
    /** Readable, so that admins can copy the link again: it only permits to open an account. */
    token: text().notNull(),
    note: text(),
    maxUses: integer('max_uses').notNull(),
    usesCount: integer('uses_count').notNull().default(0),
    expiresAt: timestamptz('expires_at').notNull(),
    revokedAt: timestamptz('revoked_at'),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('invitations_token_key').on(table.token),
    index('invitations_creator_idx').on(table.createdBy),
  ],
)
