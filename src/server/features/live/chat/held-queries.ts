import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { NEW_MESSAGE_ID, NOW_MICROSECONDS } from './message-id-queries.ts'
import { type MessageRow, selectMessages } from './queries.ts'

/** Returns the held messages of a chat, the oldest first; with `userId` only those of this user. */
export async function listHeld(
  db: Executor,
  streamId: string,
  { userId, limit }: { userId?: string; limit: number },
): Promise<MessageRow[]> {
  const ofUser = userId === undefined ? sql`` : sql`and m.user_id = ${userId}`
  const { rows } = await db.execute<MessageRow>(sql`
    ${selectMessages(null)} where m.stream_id = ${streamId} and m.held_at is not null ${ofUser}
    order by m.id limit ${limit}`)
  return rows
}

/**
 * Releases a held message and counts it. The message gets a new id: pages load the messages after their last id. Returns the new id
 * and counts; undefined if the message is not held. Requires `lockChat`.
 */
export async function releaseHeld(
  tx: Executor,
  { streamId, messageId }: { streamId: string; messageId: string },
): Promise<{ id: string; messagesCount: number; messagesAtStart: number } | undefined> {
  const { rows } = await tx.execute<{ id: string; messagesCount: number; messagesAtStart: number }>(sql`
    with released as (
      update chat_messages m set id = ${NEW_MESSAGE_ID}, created_at = clock_timestamp(), held_at = null, deleted_at = null
      from (select ${NOW_MICROSECONDS} as us) c
      where m.id = ${messageId} and m.stream_id = ${streamId} and m.held_at is not null
      returning m.id, m.stream_id
    )
    update streams s set messages_count = s.messages_count + 1 from released r where s.id = r.stream_id
    returning r.id, s.messages_count as "messagesCount", s.messages_at_start as "messagesAtStart"`)
  return rows[0]
}

/** Turns a held message into a deleted one. Returns its author; undefined if the message is not held. */
export async function rejectHeld(
  tx: Executor,
  { streamId, messageId, moderatorId }: { streamId: string; messageId: string; moderatorId: string },
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ userId: string }>(sql`
    update chat_messages set held_at = null, deleted_at = clock_timestamp(), deleted_by = ${moderatorId}
    where id = ${messageId} and stream_id = ${streamId} and held_at is not null
    returning user_id as "userId"`)
  return rows[0]?.userId
}
