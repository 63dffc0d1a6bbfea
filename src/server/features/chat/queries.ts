import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { streams } from '#server/features/streams/schema.ts'
import { users } from '#server/features/users/schema.ts'
import { chatMessages } from './schema.ts'

const COLUMNS = {
  id: chatMessages.id,
  streamId: chatMessages.streamId,
  userId: chatMessages.userId,
  message: chatMessages.message,
  clientId: chatMessages.clientId,
  createdAt: chatMessages.createdAt,
  user: {
    id: users.id,
    handle: users.handle,
    email: users.email,
    firstName: users.firstName,
    lastName: users.lastName,
    profileImageUrl: users.profileImageUrl,
  },
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

type NewMessage = { streamId: string; userId: string; message: string; clientId: string | null }

/** Stores a message and counts it; `isNew` is false when the same clientId was stored before. */
export async function insertMessage(
  db: Executor,
  message: NewMessage,
): Promise<{ id: string; isNew: boolean } | undefined> {
  const [row] = await db
    .insert(chatMessages)
    .values(message)
    .onConflictDoNothing({ target: [chatMessages.userId, chatMessages.clientId] })
    .returning({ id: chatMessages.id })
  if (row) {
    await db
      .update(streams)
      .set({ messagesCount: sql`${streams.messagesCount} + 1`, updatedAt: sql`${streams.updatedAt}` })
      .where(eq(streams.id, message.streamId))
    return { id: row.id, isNew: true }
  }
  if (message.clientId === null) return undefined
  const [stored] = await db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.userId, message.userId),
        eq(chatMessages.clientId, message.clientId),
        eq(chatMessages.streamId, message.streamId),
      ),
    )
  return stored && { id: stored.id, isNew: false }
}

export async function findMessage(db: Executor, id: string): Promise<ChatRow | undefined> {
  const [row] = await selectMessages(db).where(eq(chatMessages.id, id))
  return row
}
