import { formatCents } from '#shared/money/money.ts'
import { publicName } from '#shared/accounts/users.ts'
import type { Executor } from '#server/db/executor.ts'
import { enqueueMail } from '#server/mail/mail.ts'
import { hasMailingProcess } from '#server/nodes/queries.ts'
import { type ReceiptUser, listReceiptUsers } from './queries.ts'

type Payment = {
  amountCents: number
  /** The provider's id of the order or payment. */
  reference: string
  /** No money moved. */
  isSandbox: boolean
}
type TipPayment = Payment & { payerId: string | null; creatorId: string | null }

/**
 * Mails payer and creator about a tip, within the transaction that records it. Receipts also go to unconfirmed addresses, and
 * say so. Such a mail may reach a stranger, so it contains no message, name or handle of the other side, and is rationed by
 * mailbox if no money moved. Enqueues nothing if no process of the site sends mail.
 */
export function enqueueTipReceipts(
  tx: Executor,
  tip: TipPayment & { message: string | null; isOwed: boolean },
): Promise<void> {
  const { message, isOwed } = tip
  return enqueueForBothSides(tx, tip, {
    sent: { kind: 'tipSent' },
    received: { kind: 'tipReceived', message, isOwed },
  })
}

/** The same about a refund of a tip, or about a payment that the payer's bank reversed. */
export function enqueueRefundReceipts(
  tx: Executor,
  refund: TipPayment & { isReversal: boolean },
): Promise<void> {
  return enqueueForBothSides(
    tx,
    refund,
    refund.isReversal
      ? { sent: { kind: 'reversalSent' }, received: { kind: 'reversalReceived' } }
      : { sent: { kind: 'refundSent' }, received: { kind: 'refundReceived' } },
  )
}

/** Mails a subscriber about a payment of Creator Pro, within the transaction that records it. */
export async function enqueueSubscriptionReceipt(
  tx: Executor,
  { userId, paidAt, ...payment }: Payment & { userId: string; paidAt: Date },
): Promise<void> {
  if (!(await hasMailingProcess(tx))) return
  const [user] = await listReceiptUsers(tx, [userId])
  await enqueueReceipt(tx, user, { ...payment, at: paidAt }, { kind: 'subscription', name: null })
}

type Kind = 'tipSent' | 'tipReceived' | 'refundSent' | 'refundReceived' | 'reversalSent' | 'reversalReceived'
type Content = { kind: Kind; message?: string | null; isOwed?: boolean }

async function enqueueForBothSides(
  tx: Executor,
  { payerId, creatorId, ...payment }: TipPayment,
  { sent, received }: { sent: Content; received: Content },
): Promise<void> {
  const ids = [payerId, creatorId].filter((id) => id !== null)
  if (ids.length === 0 || !(await hasMailingProcess(tx))) return
  const users = await listReceiptUsers(tx, ids)
  const [payer, creator] = [payerId, creatorId].map((id) => users.find((user) => user.id === id))
  const now = { ...payment, at: new Date() }
  await enqueueReceipt(tx, payer, now, { ...sent, name: nameFor(payer, creator) })
  await enqueueReceipt(tx, creator, now, { ...received, name: nameFor(creator, payer) })
}

async function enqueueReceipt(
  tx: Executor,
  user: ReceiptUser | undefined,
  { amountCents, reference, isSandbox, at }: Payment & { at: Date },
  content: Omit<Content, 'kind'> & { kind: Kind | 'subscription'; name: string | null },
): Promise<void> {
  if (!user) return
  const amount = formatCents(amountCents)
  const { message = null, isOwed = false, ...rest } = content
  const isUnconfirmed = !isConfirmed(user)
  await enqueueMail(
    tx,
    { to: user.email, languages: user.language, ...(isUnconfirmed && isSandbox && { isRationed: true }) },
    {
      template: 'receipt',
      ...rest,
      message: isUnconfirmed ? null : message,
      isOwed,
      isUnconfirmed,
      amount,
      reference,
      isSandbox,
      at: at.toISOString(),
    },
  )
}

/**
 * Returns the name of the other side, without its address. Null for a deleted account, and for a recipient who may be a
 * stranger: names and handles can contain abuse.
 */
function nameFor(recipient: ReceiptUser | undefined, other: ReceiptUser | undefined): string | null {
  return other && isConfirmed(recipient) ? publicName(other) : null
}

const isConfirmed = (user: ReceiptUser | undefined) => user !== undefined && user.emailVerifiedAt !== null
