import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

export type LikeKind = 'post' | 'stream' | 'video'

/**
 * A user's like of a post, a stream or a video. The subjects are tables of higher domains, without foreign keys: triggers of
 * migration 72 delete the likes of a deleted subject.
 */
export const likes = pgTable(
  'likes',
  {
    subjectId: uuid('subject_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subjectKind: text('subject_kind').$type<LikeKind>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    // The kind is last, because the id alone is selective and compares faster.
    primaryKey({ name: 'likes_pkey', columns: [table.subjectId, table.userId, table.subjectKind] }),
    index('likes_user_idx').on(table.userId),
    // For the figures of a day.
    index('likes_time_idx').on(table.createdAt),
  ],
)
