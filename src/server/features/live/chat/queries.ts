import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { prepareStatement } from '#server/db/prepared.ts'
import { notHidden } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import type { UserChat } from './user-removed.ts'

/** Columns of the message that is replied to; all null if there is none or it is hidden. */
export type RepliedRow = {
  replyId: string | null
  replyUserId: string | null
  replyExcerpt: string | null
  replyHandle: string | null
  replyFirstName: string | null
  replyLastName: string | null
}

/** A row of a message list. Timestamps are strings in PostgreSQL's format. */
export type MessageRow = RepliedRow & {
  id: string
  streamId: string
  userId: string
  message: string
  clientId: string | null
  createdAt: string
  isFirst: boolean
  isHeld: boolean
  /** The tip that the message belongs to; null for other messages. */
  tipId: string | null
  tipCents: number | null
  tipCurrency: string | null
  tipIsSandbox: boolean | null
} & Pick<UserRow, 'handle' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl' | 'isPremium'>

/** Characters of a replied message that are shown with its reply. */
const EXCERPT_LENGTH = sql.raw('140')

/** Columns of the replied message `chat_messages r` and its author `users ru`. */
export const REPLIED_COLUMNS = sql`
  r.id as "replyId", r.user_id as "replyUserId", left(r.message, ${EXCERPT_LENGTH}) as "replyExcerpt",
  ru.handle as "replyHandle", ru.first_name as "replyFirstName", ru.last_name as "replyLastName"`

const MESSAGE_COLUMNS = sql`
  m.id, m.stream_id as "streamId", m.user_id as "userId", m.message, m.client_id as "clientId",
  m.created_at as "createdAt", m.is_first as "isFirst", m.held_at is not null as "isHeld", u.handle, u.email, u.first_name as "firstName", u.last_name as "lastName",
  u.profile_image_url as "profileImageUrl", u.is_premium as "isPremium", m.tip_id as "tipId",
  m.tip_cents as "tipCents", m.tip_currency as "tipCurrency", m.tip_is_sandbox as "tipIsSandbox",
  ${REPLIED_COLUMNS}`

/** Leaves out messages, and replied messages, of deactivated users and of users who are hidden from the requester. */
const messagesFor = (requester: Caller | null | SQL) => sql`
  from chat_messages m join users u on u.id = m.user_id and u.is_active and ${notHidden(requester, sql`m.user_id`)}
    left join (
      chat_messages r join users ru on ru.id = r.user_id and ru.is_active and ${notHidden(requester, sql`r.user_id`)}
    )
      on r.id = m.reply_to_id and r.deleted_at is null`

export const selectMessages = (requester: Caller | null | SQL) =>
  sql`select ${MESSAGE_COLUMNS} ${messagesFor(requester)}`

type RequesterValues = { requesterId: string | null }
const requesterId = sql`${sql.placeholder('requesterId')}::uuid`

const ofStream = sql`m.stream_id = ${sql.placeholder('streamId')}::uuid and m.deleted_at is null`
const maxRows = sql`${sql.placeholder('limit')}::int`

const latest = prepareStatement<RequesterValues & { streamId: string; limit: number }, MessageRow>(
  'chat_latest',
  sql`${selectMessages(requesterId)} where ${ofStream} order by m.id desc limit ${maxRows}`,
)

/** Returns the latest messages of a stream, oldest first. */
export async function listLatest(
  db: Executor,
  streamId: string,
  requester: Caller | null,
  limit: number,
): Promise<MessageRow[]> {
  const rows = await latest(db, { requesterId: requester?.id ?? null, streamId, limit })
  return rows.reverse()
}

const latestForChannel = prepareStatement<{ streamId: string; limit: number }, MessageRow>(
  'chat_newest',
  sql`${selectMessages(null)} join streams s on s.id = m.stream_id and s.allow_chat
    join users streamer on streamer.id = s.streamer_id and streamer.is_active
    where ${ofStream} order by m.id desc limit ${maxRows}`,
)

/** Returns the latest messages that everyone may see, newest first. Returns none while the chat is off or the streamer is inactive. */
export function listLatestForChannel(db: Executor, streamId: string, limit: number): Promise<MessageRow[]> {
  return latestForChannel(db, { streamId, limit })
}

const after = prepareStatement<
  RequesterValues & { streamId: string; afterId: string; limit: number },
  MessageRow
>(
  'chat_after',
  sql`${selectMessages(requesterId)} where ${ofStream} and m.id > ${sql.placeholder('afterId')}::uuid order by m.id limit ${maxRows}`,
)

/** Returns the messages after the message `afterId`, oldest first. */
export function listAfter(
  db: Executor,
  { streamId, afterId, limit }: { streamId: string; afterId: string; limit: number },
  requester: Caller | null,
): Promise<MessageRow[]> {
  return after(db, { requesterId: requester?.id ?? null, streamId, afterId, limit })
}

/**
 * Returns the ids of hidden messages (deleted, or of a deactivated author) among the last `limit` messages between
 * `from` and `until`.
 */
export async function listDeletedIds(
  db: Executor,
  streamId: string,
  { from, until, limit }: { from: string; until: string; limit: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      select m.id, m.deleted_at is not null or not u.is_active as is_hidden
      from chat_messages m join users u on u.id = m.user_id
      where m.stream_id = ${streamId} and m.id between ${from} and ${until}
      order by m.id desc limit ${limit}
    ) recent where is_hidden`)
  return rows.map(({ id }) => id)
}

/** Returns a message, undefined if it is absent or hidden. */
export async function findMessage(
  db: Executor,
  streamId: string,
  id: string,
  requester: Caller | null,
): Promise<MessageRow | undefined> {
  const { rows } = await db.execute<MessageRow>(sql`
    ${selectMessages(requester)} where m.id = ${id} and m.stream_id = ${streamId} and m.deleted_at is null`)
  return rows[0]
}

type ClientKey = { streamId: string; userId: string; clientId: string }

/** Returns a user's message on a stream by its idempotency key `clientId`, also a deleted one. */
export async function findByClientId(
  db: Executor,
  { streamId, userId, clientId }: ClientKey,
): Promise<(MessageRow & { isDeleted: boolean }) | undefined> {
  const { rows } = await db.execute<MessageRow & { isDeleted: boolean }>(sql`
    select ${MESSAGE_COLUMNS}, m.deleted_at is not null and m.held_at is null as "isDeleted" ${messagesFor(null)}
    where m.user_id = ${userId} and m.client_id = ${clientId} and m.stream_id = ${streamId}`)
  return rows[0]
}

/** Returns the streams with undeleted messages of a user, and whether one of these is pinned. */
export async function listStreamsWithMessagesOf(db: Executor, userId: string): Promise<UserChat[]> {
  const { rows } = await db.execute<UserChat>(sql`
    select s.id as "streamId", bool_or(m.id = s.pinned_message_id) is true as "isPinned"
    from chat_messages m join streams s on s.id = m.stream_id
    where m.user_id = ${userId} and m.deleted_at is null group by s.id`)
  return rows
}
