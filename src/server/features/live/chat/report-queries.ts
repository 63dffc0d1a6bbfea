import { type SQL, and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { USER_REF_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { chatMessages } from './schema.ts'

/** Returns a message with its stream, deleted or not. */
export async function findAnyMessage(db: Executor, id: string) {
  const [row] = await db.select().from(chatMessages).where(eq(chatMessages.id, id))
  return row
}

/** Shows a message again unless its author has deleted it, and counts it. Requires `lockChat`. */
export async function restoreMessageRow(tx: Executor, id: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with restored as (
      update chat_messages set deleted_at = null, deleted_by = null
      where id = ${id} and deleted_at is not null and deleted_by is distinct from user_id returning stream_id, created_at
    )
    update streams s set messages_count = s.messages_count + 1,
      messages_at_start = s.messages_at_start + case when restored.created_at < s.started_at then 1 else 0 end
    from restored where s.id = restored.stream_id
    returning s.id`)
  return rows.length > 0
}

/** Returns a message of a chat with up to `countPerSide` messages before and after it, in order. Includes deleted messages. */
export async function listMessagesAround(
  db: Executor,
  message: { id: string; streamId: string },
  countPerSide: number,
) {
  const rowsOf = (condition: SQL, order: SQL) =>
    db
      .select({ message: chatMessages, user: USER_REF_COLUMNS })
      .from(chatMessages)
      .innerJoin(users, eq(users.id, chatMessages.userId))
      .where(and(eq(chatMessages.streamId, message.streamId), condition))
      .orderBy(order)
      .limit(countPerSide)
  const before = await rowsOf(sql`${chatMessages.id} <= ${message.id}`, sql`${chatMessages.id} desc`)
  const after = await rowsOf(sql`${chatMessages.id} > ${message.id}`, sql`${chatMessages.id}`)
  return [...before.reverse(), ...after]
}

/** Deletes the row of a hidden message. */
export async function purgeMessage(tx: Executor, id: string): Promise<void> {
  await tx.execute(sql`delete from chat_messages where id = ${id} and deleted_at is not null`)
}
