import type { Executor } from '#server/db/executor.ts'
import { contactMessages } from './schema.ts'

type NewMessage = Omit<typeof contactMessages.$inferInsert, 'id' | 'doneAt' | 'doneBy' | 'createdAt'>

export async function insertContactMessage(db: Executor, message: NewMessage): Promise<{ id: string }> {
  const [row] = await db.insert(contactMessages).values(message).returning({ id: contactMessages.id })
  if (!row) throw new Error('insert returned no contact message')
  return row
}
