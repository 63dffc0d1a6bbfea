import type { z } from 'zod/mini'
import type { contactMessage } from '#shared/operations/contact.ts'
import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/logs/queries.ts'
import { enqueueMail } from '#server/mail/mail.ts'
import { insertContactMessage } from './queries.ts'

type Sender = { userId: string | null; ipAddress: string }

/** Stores a message to the site's operators, records an event, and mails the message to them. */
export async function storeContactMessage(
  { config, db, settings }: Pick<Context, 'config' | 'db' | 'settings'>,
  { userId, ipAddress }: Sender,
  message: z.output<typeof contactMessage>,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const { id } = await insertContactMessage(tx, { ...message, userId })
    await recordEvent(tx, { eventType: 'contact_message_sent', userId, ipAddress, metadata: { id } })
    const operator = settings.get('general.contactEmail') || config.mail?.from.address
    if (config.mail && operator) {
      const recipient = { to: operator, languages: null }
      await enqueueMail(tx, recipient, { template: 'contact', message })
    }
    return { id }
  })
}
