import { TransactionRollbackError, and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { Db, Executor } from '#server/db/executor.ts'
import { streams } from '#server/features/streams/schema.ts'
import { USER_REF_COLUMNS } from '#server/features/users/queries.ts'
import { users } from '#server/features/users/schema.ts'
import { chatMessages } from './schema.ts'

const COLUMNS = {
  id: chatMessages.id,
  streamId: chatMessages.streamId,
  userId: chatMessages.userId,
  message: chatMessages.message,
  clientId: chatMessages.clientId,
  createdAt: chatMessages.createdAt,
  user: USER_REF_COLUMNS,
}

function selectMessages(db: Executor) {
  return db.select(COLUMNS).from(chatMessages).innerJoin(users, eq(users.id, chatMessages.userId)).$dynamic()
}

export type ChatRow = Awaited<ReturnType<typeof selectMessages>>[number]

/** The latest messages of a stream, oldest first. */
export async function listLatest(db: Executor, streamId: string, limit: number): Promise<ChatRow[]> {
  const rows = await selectMessages(db)
    .where(eq(chatMessages.streamId, streamId))
    .orderBy(desc(chatMessages.id))
    .limit(limit)
  return rows.reverse()
}

/** What came after a message, oldest first. */
export function listAfter(
  db: Executor,
  streamId: string,
  afterId: string,
  limit: number,
): Promise<ChatRow[]> {
  return selectMessages(db)
    .where(and(eq(chatMessages.streamId, streamId), gt(chatMessages.id, afterId)))
    .orderBy(asc(chatMessages.id))
    .limit(limit)
}

type StoredMessage = typeof chatMessages.$inferSelect
type NewMessage = Pick<StoredMessage, 'streamId' | 'userId' | 'message' | 'clientId'>

/**
 * Stores a message and counts it; undefined when its clientId was used before. The count comes first: it locks the
 * stream's row, so that ids are given in the order in which messages become visible and `listAfter` skips none.
 */
export async function insertMessage(db: Db, message: NewMessage): Promise<StoredMessage | undefined> {
  try {
    return await db.transaction(async (tx) => {
      await tx
        .update(streams)
        .set({ messagesCount: sql`${streams.messagesCount} + 1`, updatedAt: sql`${streams.updatedAt}` })
        .where(eq(streams.id, message.streamId))
      const [row] = await tx
        .insert(chatMessages)
        .values(message)
        .onConflictDoNothing({ target: [chatMessages.userId, chatMessages.clientId] })
        .returning()
      return row ?? tx.rollback()
    })
  } catch (error) {
    if (error instanceof TransactionRollbackError) return undefined
    throw error
  }
}

/** A member's message on a stream by the mark that it gave it. */
export async function findByClientId(
  db: Executor,
  { streamId, userId, clientId }: Pick<NewMessage, 'streamId' | 'userId'> & { clientId: string },
): Promise<ChatRow | undefined> {
  const [row] = await selectMessages(db).where(
    and(
      eq(chatMessages.userId, userId),
      eq(chatMessages.clientId, clientId),
      eq(chatMessages.streamId, streamId),
    ),
  )
  return row
}
