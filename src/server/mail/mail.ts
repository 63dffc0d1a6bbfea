import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { contactMessage } from '#shared/operations/contact.ts'
import { NOTIFICATION_TYPES } from '#shared/accounts/preferences.ts'
import type { Executor } from '#server/db/executor.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob } from '#server/jobs/job.ts'

/** The random input of a link's token (`link-tokens.ts`); the token itself is never stored. */
const seed = z.string()

/** The data of each kind of mail. It is stored until the mail is sent, so it contains no secret. */
const mail = z.discriminatedUnion('template', [
  z.object({ template: z.literal('resetPassword'), seed }),
  z.object({ template: z.literal('verifyEmail'), seed }),
  /** To the new address of an account. */
  z.object({ template: z.literal('confirmEmail'), seed }),
  /** To a new address that has an account already. */
  z.object({ template: z.literal('emailTaken') }),
  /** To the old address of an account. */
  z.object({ template: z.literal('emailChange'), email: z.string() }),
  z.object({
    template: z.literal('newSignIn'),
    browser: z.nullable(z.string()),
    system: z.nullable(z.string()),
    at: z.iso.datetime(),
  }),
  /** The account that waited can be used. */
  z.object({ template: z.literal('approved') }),
  /** To the operator. */
  z.object({ template: z.literal('contact'), message: contactMessage }),
  /** To the sender of a contact message. */
  z.object({
    template: z.literal('contactAnswer'),
    answer: z.string(),
    subject: z.string(),
    message: z.string(),
    replyTo: z.string(),
  }),
  /** About a payment, its refund, or its reversal by the payer's bank. */
  z.object({
    template: z.literal('receipt'),
    kind: z.enum([
      'tipSent',
      'tipReceived',
      'refundSent',
      'refundReceived',
      'reversalSent',
      'reversalReceived',
      'subscription',
    ]),
    /** Decimal text, in US dollars. */
    amount: z.string(),
    /** Of the other side; null once its account is deleted, or if the address is not confirmed. */
    name: z.nullable(z.string()),
    /** What the payer wrote. */
    message: z.nullable(z.string()),
    /** The platform got the money of the creator. */
    isOwed: z.boolean(),
    /** The provider's id of the payment. */
    reference: z.string(),
    isSandbox: z.boolean(),
    /** The account has not confirmed the address. */
    isUnconfirmed: z.optional(z.boolean()),
    at: z.iso.datetime(),
  }),
  z.object({
    template: z.literal('digest'),
    userId: z.string(),
    counts: z.partialRecord(z.enum(NOTIFICATION_TYPES), z.int()),
  }),
])
export type Mail = z.output<typeof mail>

const recipient = z.object({
  to: z.string(),
  /** Language tags in the format of `Accept-Language`; null is English. */
  languages: z.nullable(z.string()),
  /** The mail is useless after this time, and is not sent any more. */
  until: z.optional(z.iso.datetime()),
  /**
   * Anyone can cause this mail to an address that may be a stranger's: it is left out if its mailbox got too many such
   * mails. For mails whose transaction cannot count them, as it holds locks.
   */
  isRationed: z.optional(z.boolean()),
})
type Recipient = z.output<typeof recipient>

const payload = z.object({ id: z.uuid(), recipient, mail })
export type MailJob = z.output<typeof payload>

/**
 * Sends one mail. The attempts are spread over about 22 hours, after which most mail servers give up, too. A repeated
 * mail has the same `Message-ID`, by which many mail programs drop the second one.
 */
export const sendMail = defineJob({
  name: 'mail.send',
  payload,
  attempts: 8,
  backoffSeconds: [60, 300, 900, 3600, 10_800, 21_600, 43_200],
  // A mail server limits the connections of a client.
  queue: { name: 'mail', concurrency: 2 },
})

/** Enqueues a mail within the transaction of the change that it is about. */
export function enqueueMail(tx: Executor, to: Recipient, content: Mail): Promise<void> {
  return enqueue(tx, sendMail, { id: randomUUID(), recipient: to, mail: content })
}
