import type { z } from 'zod/mini'
import type { contactMessage } from '#shared/contact.ts'
import type { Db } from '#server/db/executor.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import { insertContactMessage } from './queries.ts'

type Sender = { userId: string | null; ipAddress: string }

/** Stores a message to the site's operators and records the event. */
export async function storeContactMessage(
  db: Db,
  { userId, ipAddress }: Sender,
  message: z.output<typeof contactMessage>,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const { id } = await insertContactMessage(tx, { ...message, userId })
    await recordEvent(tx, { eventType: 'contact_message_sent', userId, ipAddress, metadata: { id } })
    return { id }
  })
}
