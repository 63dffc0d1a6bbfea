import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** Emoji of creators; they stay stored when Creator Pro ends. */
export const creatorEmoji = pgTable(
  'creator_emoji',
  {
    id: primaryId(),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Without colons. */
    name: text().notNull(),
    /** URL of an upload in `media_uploads`, which this row has claimed. */
    url: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('creator_emoji_name_key').on(table.creatorId, table.name)],
)

export type EmojiRow = typeof creatorEmoji.$inferSelect
