import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/**
 * The users who are hidden from a user, for at least one reason. A block has a row for each of the two, so that one look-up
 * of the primary key answers whether a user is hidden from the requester of a list.
 */
export const hiddenUsers = pgTable(
  'hidden_users',
  {
    /** The user from whom `otherId` is hidden. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    otherId: uuid('other_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When the user blocked the other. */
    blockedAt: timestamptz('blocked_at'),
    /** When the other blocked the user. */
    blockedByAt: timestamptz('blocked_by_at'),
    /** When the user muted the other. */
    mutedAt: timestamptz('muted_at'),
  },
  ({ userId, otherId, blockedAt, blockedByAt, mutedAt }) => [
    primaryKey({ columns: [userId, otherId] }),
    index('hidden_users_other_idx').on(otherId),
    // For the circle, whose statements ask about mutes alone.
    index('hidden_users_muted_idx')
      .on(userId, otherId)
      .where(sql`${mutedAt} is not null`),
    check('hidden_users_not_self', sql`${userId} <> ${otherId}`),
    check('hidden_users_reason', sql`num_nonnulls(${blockedAt}, ${blockedByAt}, ${mutedAt}) > 0`),
  ],
)
