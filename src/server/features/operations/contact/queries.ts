import { eq } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { contactMessages } from './schema.ts'

type NewMessage = Pick<
  typeof contactMessages.$inferInsert,
  'fullName' | 'email' | 'subject' | 'message' | 'userId'
>

export async function insertContactMessage(db: Executor, message: NewMessage): Promise<{ id: string }> {
  const [row] = await db.insert(contactMessages).values(message).returning({ id: contactMessages.id })
  if (!row) throw new Error('insert returned no contact message')
  return row
}

export async function deleteMessagesOf(tx: Executor, userId: string): Promise<void> {
  await tx.delete(contactMessages).where(eq(contactMessages.userId, userId))
}
