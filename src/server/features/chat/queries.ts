import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { prepared } from '#server/db/prepared.ts'
import type { UserRow } from '#server/features/users/schema.ts'

/** What is shown of the message that another answers; all null when there is none, or it is hidden. */
export type RepliedRow = {
  replyId: string | null
  replyUserId: string | null
  replyExcerpt: string | null
  replyEmail: string | null
  replyFirstName: string | null
  replyLastName: string | null
}

/** A message as its list reads it; moments come as PostgreSQL writes them. */
export type MessageRow = RepliedRow & {
  id: string
  streamId: string
  userId: string
  message: string
  clientId: string | null
  createdAt: string
} & Pick<UserRow, 'handle' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl'>

/** Characters of an answered message that its answer shows. */
const EXCERPT = sql.raw('140')

/** Of `chat_messages r`, which has been answered, and its author `users ru`. */
export const REPLIED = sql`
  r.id as "replyId", r.user_id as "replyUserId", left(r.message, ${EXCERPT}) as "replyExcerpt",
  ru.email as "replyEmail", ru.first_name as "replyFirstName", ru.last_name as "replyLastName"`

const MESSAGE = sql`
  m.id, m.stream_id as "streamId", m.user_id as "userId", m.message, m.client_id as "clientId",
  m.created_at as "createdAt", u.handle, u.email, u.first_name as "firstName", u.last_name as "lastName",
  u.profile_image_url as "profileImageUrl", ${REPLIED}`

/** Messages of deactivated members are hidden, as their posts are, also where another message quotes them. */
const FROM_MESSAGES = sql`
  from chat_messages m join users u on u.id = m.user_id and u.is_active
    left join (chat_messages r join users ru on ru.id = r.user_id and ru.is_active)
      on r.id = m.reply_to_id and r.deleted_at is null`

const MESSAGES = sql`select ${MESSAGE} ${FROM_MESSAGES}`

const ofStream = sql`m.stream_id = ${sql.placeholder('streamId')}::uuid and m.deleted_at is null`
const most = sql`${sql.placeholder('most')}::int`

const latest = prepared<{ streamId: string; most: number }, MessageRow>(
  'chat_latest',
  sql`${MESSAGES} where ${ofStream} order by m.id desc limit ${most}`,
)

/** The latest messages of a stream, oldest first. */
export async function listLatest(db: Executor, streamId: string, limit: number): Promise<MessageRow[]> {
  const rows = await latest(db, { streamId, most: limit })
  return rows.reverse()
}

const after = prepared<{ streamId: string; afterId: string; most: number }, MessageRow>(
  'chat_after',
  sql`${MESSAGES} where ${ofStream} and m.id > ${sql.placeholder('afterId')}::uuid order by m.id limit ${most}`,
)

/** What came after a message, oldest first. */
export function listAfter(
  db: Executor,
  streamId: string,
  afterId: string,
  limit: number,
): Promise<MessageRow[]> {
  return after(db, { streamId, afterId, most: limit })
}

/** Of the last `most` messages from one to another those that were taken out, or whose author was deactivated. */
export async function listDeletedIds(
  db: Executor,
  streamId: string,
  { from, until, most: limit }: { from: string; until: string; most: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      select m.id, m.deleted_at is not null or not u.is_active as is_hidden
      from chat_messages m join users u on u.id = m.user_id
      where m.stream_id = ${streamId} and m.id between ${from} and ${until}
      order by m.id desc limit ${limit}
    ) kept where is_hidden`)
  return rows.map(({ id }) => id)
}

/** A message as everyone on the stream sees it; undefined when it is hidden. */
export async function findMessage(
  db: Executor,
  streamId: string,
  id: string,
): Promise<MessageRow | undefined> {
  const { rows } = await db.execute<MessageRow>(sql`
    ${MESSAGES} where m.id = ${id} and m.stream_id = ${streamId} and m.deleted_at is null`)
  return rows[0]
}

type Mark = { streamId: string; userId: string; clientId: string }

/** A member's message on a stream by the mark that it gave it, also one that was taken out. */
export async function findByClientId(
  db: Executor,
  { streamId, userId, clientId }: Mark,
): Promise<(MessageRow & { isDeleted: boolean }) | undefined> {
  const { rows } = await db.execute<MessageRow & { isDeleted: boolean }>(sql`
    select ${MESSAGE}, m.deleted_at is not null as "isDeleted" ${FROM_MESSAGES}
    where m.user_id = ${userId} and m.client_id = ${clientId} and m.stream_id = ${streamId}`)
  return rows[0]
}

/** The streams where a member has written what is still shown, and whether one of its messages is pinned there. */
export async function listStreamsWrittenIn(
  db: Executor,
  userId: string,
): Promise<{ streamId: string; isPinned: boolean }[]> {
  const { rows } = await db.execute<{ streamId: string; isPinned: boolean }>(sql`
    select s.id as "streamId", bool_or(m.id = s.pinned_message_id) is true as "isPinned"
    from chat_messages m join streams s on s.id = m.stream_id
    where m.user_id = ${userId} and m.deleted_at is null group by s.id`)
  return rows
}
