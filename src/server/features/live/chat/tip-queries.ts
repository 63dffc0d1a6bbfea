import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { isBlockBetween } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { isTimedOut } from '#server/features/accounts/users/timed-out-queries.ts'
import type { Caller } from '#server/http/access.ts'
import { NEW_MESSAGE_ID, NOW_MICROSECONDS, minIdAt } from './message-id-queries.ts'
import { participantsCte } from './participant-queries.ts'
import { type MessageRow, selectMessages } from './queries.ts'

type TipMessage = {
  streamId: string
  userId: string
  message: string
  /** The message stores a copy of these values, which never change. */
  tip: { id: string; amountCents: number; currency: string; isSandbox: boolean }
}

/**
 * Stores the message of a tip in the chat of its stream. Stores nothing while the chat is off, for a banned or timed-out user, and
 * if a block is between the user and the streamer. Slow mode and followers-only do not apply to tips. Requires a transaction that
 * has already changed the stream's row: bans wait for its lock, so that no message of a banned user appears after the ban.
 */
export async function insertTipMessage(
  tx: Executor,
  { streamId, userId, message, tip }: TipMessage,
): Promise<void> {
  await tx.execute(sql`
    with counted as (
      update streams s set messages_count = s.messages_count + 1
      where s.id = ${streamId} and s.hidden_at is null and s.allow_chat and not ${isBlockBetween(sql`${userId}`, sql`s.streamer_id`)} and not exists (
        select from stream_bans b
        where b.stream_id = s.id and b.user_id = ${userId} and (b.until is null or b.until > now())
      )
      and not ${isTimedOut(sql`${userId}`)}
      returning s.id, s.streamer_id, ${NOW_MICROSECONDS} as us
    ),
    ${participantsCte(sql`${userId}::uuid`)}
    insert into chat_messages
      (id, stream_id, user_id, message, tip_id, tip_cents, tip_currency, tip_is_sandbox, is_first, created_at)
    select ${NEW_MESSAGE_ID}, c.id, ${userId}, ${message}, ${tip.id}, ${tip.amountCents}, ${tip.currency}, ${tip.isSandbox},
      exists (select from joined), clock_timestamp()
    from counted c`)
}

/** Returns the messages of tips of a stream that were stored at most `seconds` ago, newest first, at most `limit`. */
export async function listTipMessages(
  db: Executor,
  streamId: string,
  requester: Caller | null,
  { seconds, limit }: { seconds: number; limit: number },
): Promise<MessageRow[]> {
  // The id contains its time of creation, so that the index on ids bounds the search.
  const startUs = sql`((extract(epoch from now()) - ${seconds + 1}) * 1000000)::bigint`
  const { rows } = await db.execute<MessageRow>(sql`
    ${selectMessages(requester)} where ${isTipMessageOf(streamId)} and m.id > ${minIdAt(startUs)}
      and m.created_at > now() - make_interval(secs => ${seconds})
    order by m.id desc limit ${limit}`)
  return rows
}

/** Returns the messages of a stream's tips after a given message, oldest first. */
export async function listTipMessagesAfter(
  db: Executor,
  { streamId, afterId, limit }: { streamId: string; afterId: string; limit: number },
  requester: Caller | null,
): Promise<MessageRow[]> {
  const { rows } = await db.execute<MessageRow>(sql`
    ${selectMessages(requester)} where ${isTipMessageOf(streamId)} and m.id > ${afterId}
    order by m.id limit ${limit}`)
  return rows
}

const isTipMessageOf = (streamId: string) =>
  sql`m.stream_id = ${streamId} and m.deleted_at is null and m.tip_id is not null`

/** Returns the message of a tip; undefined if it is not shown. */
export async function findTipMessage(db: Executor, tipId: string): Promise<MessageRow | undefined> {
  const { rows } = await db.execute<MessageRow>(sql`
    ${selectMessages(null)} where m.tip_id = ${tipId} and m.deleted_at is null`)
  return rows[0]
}

/** Changes the text of a tip's message. */
export async function updateTipMessage(tx: Executor, tipId: string, message: string): Promise<void> {
  await tx.execute(sql`update chat_messages set message = ${message} where tip_id = ${tipId}`)
}
