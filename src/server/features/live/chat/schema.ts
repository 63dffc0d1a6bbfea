import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
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
import type { ChatWordsAction } from '#shared/accounts/watched-words.ts'
import { createdAt, timestamptz, primaryId } from '#server/db/columns.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** The words that the chat of a stream watches for. `streams.words_version` is incremented with each change. */
export const chatWordLists = pgTable('chat_word_lists', {
  streamId: uuid('stream_id')
    .primaryKey()
    .references(() => streams.id, { onDelete: 'cascade' }),
  words: text().array().notNull(),
  action: text().$type<ChatWordsAction>().notNull().default('refuse'),
})

/** The users with a message in any chat of a creator: the first message is marked. */
export const chatParticipants = pgTable(
  'chat_participants',
  {
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.creatorId, table.userId] }),
    index('chat_participants_user_idx').on(table.userId),
  ],
)

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: primaryId(),
    /** No foreign key: a job deletes the messages of a deleted stream. The writer locks the stream's row. */
    streamId: uuid('stream_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    message: text().notNull(),
    /** The sender's idempotency key: repeating it stores nothing. */
    clientId: uuid('client_id'),
    /** The first message of its author in the chats of this creator. */
    isFirst: boolean('is_first').notNull().default(false),
    /** The message that this one replies to. */
    replyToId: uuid('reply_to_id').references((): AnyPgColumn => chatMessages.id, { onDelete: 'set null' }),
    /** The tip that the message belongs to, and its shown fields: all four or none. No foreign key: tips depend on the chat. */
    tipId: uuid('tip_id'),
    tipCents: integer('tip_cents'),
    tipCurrency: text('tip_currency'),
    tipIsSandbox: boolean('tip_is_sandbox'),
    /** Since when it waits for review, during which it counts as deleted. Null for other messages. */
    heldAt: timestamptz('held_at'),
    /** Set by the author, a moderator or the streamer. Deleted messages are hidden from everyone. */
    deletedAt: timestamptz('deleted_at'),
    deletedBy: uuid('deleted_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('chat_messages_stream_idx').on(table.streamId, table.id),
    index('chat_messages_reply_idx')
      .on(table.replyToId)
      .where(sql`${table.replyToId} is not null`),
    index('chat_messages_held_idx')
      .on(table.streamId, table.id)
      .where(sql`${table.heldAt} is not null`),
    index('chat_messages_deleted_by_idx')
      .on(table.deletedBy)
      .where(sql`${table.deletedBy} is not null`),
    uniqueIndex('chat_messages_tip_key')
      .on(table.tipId)
      .where(sql`${table.tipId} is not null`),
    index('chat_messages_stream_tips_idx')
      .on(table.streamId, table.id)
      .where(sql`${table.tipId} is not null`),
    check(
      'chat_messages_tip',
      sql`num_nulls(${table.tipId}, ${table.tipCents}, ${table.tipCurrency}, ${table.tipIsSandbox}) in (0, 4)`,
    ),
    uniqueIndex('chat_messages_client_key').on(table.userId, table.clientId),
  ],
)
