import { formatCents } from '#shared/money/money.ts'
import type { Context } from '#server/feature.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import { addLedgerEntry, findOwedCreator } from '#server/features/money/ledger/queries.ts'
import { lockOrder } from '#server/features/money/payments/queries.ts'
import { findTip, findTipOfOrder } from '#server/features/money/tips/queries.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError, notFound } from '#server/http/errors.ts'

/**
 * Records that the platform paid out the rest of a tip to its creator, with an entry in the audit trail. Repeating it changes
 * nothing. Throws 404 for an unknown tip, 422 if nothing is owed for it.
 */
export async function payOutTip({ db }: Pick<Context, 'db'>, admin: Caller, tipId: string): Promise<void> {
  const found = await findTip(db, tipId)
  if (!found) throw notFound('notFound.tip')
  const { orderId } = found.tip
  await db.transaction(async (tx) => {
    // Serializes the payout with refunds.
    await lockOrder(tx, orderId)
    const owed = await findOwedCreator(tx, orderId)
    const tip = await findTipOfOrder(tx, orderId)
    if (!owed || !tip) throw nothingOwed()
    if (owed.isPaidOut) return
    const cents = tip.amountCents - tip.refundedCents
    if (cents === 0) throw nothingOwed()
    await addLedgerEntry(tx, {
      kind: 'payout',
      reference: `payout:${orderId}`,
      isSandbox: tip.isSandbox,
      postings: [
        { account: 'creator_owed', userId: owed.creatorId, amountCents: -cents },
        { account: 'creator', userId: owed.creatorId, amountCents: cents },
      ],
    })
    await recordAudit(tx, {
      action: 'tip.paid_out',
      actorId: admin.id,
      subjectId: tipId,
      details: { orderId, creatorId: owed.creatorId, amount: formatCents(cents) },
    })
  })
}

const nothingOwed = () => new HttpError(422, 'unprocessable', 'errors.nothingOwed')
