import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

export const follows = pgTable(
  'follows',
  {
    id: primaryId(),
    followerId: uuid('follower_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    followingId: uuid('following_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('follows_once_key').on(table.followerId, table.followingId),
    index('follows_follower_idx').on(table.followerId, table.id),
    index('follows_following_idx').on(table.followingId, table.id),
    check('follows_not_self', sql`${table.followerId} <> ${table.followingId}`),
  ],
)
