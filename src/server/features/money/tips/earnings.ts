import { CURRENCY, formatCents } from '#shared/money/money.ts'
import type { Earnings } from '#shared/money/tips.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { derivedId } from '#server/derived-id.ts'
import { isSandboxSite } from '#server/payments/sandbox-mode.ts'
import { findEarnings } from './earnings-queries.ts'

/** Returns a creator's earnings in real money or, on a sandbox site, in sandbox tips. Months are UTC. */
export async function earningsOf(
  { db, payments }: { db: Executor } & Pick<Context, 'payments'>,
  creatorId: string,
  now = new Date(),
): Promise<Earnings> {
  const monthStart = (offset: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
  const isSandbox = isSandboxSite(payments)
  const months = { lastMonth: monthStart(-1), thisMonth: monthStart(0) }
  const sums = await findEarnings(db, { creatorId, isSandbox }, months)
  const { totalCents, tipsCount, supportersCount, updatedAt, thisMonth, lastMonth, tipYears } = sums
  const total = formatCents(totalCents)
  const present = ({ cents, tipsCount: count }: typeof thisMonth) => ({
    amount: formatCents(cents),
    tipsCount: count,
  })
  return {
    id: derivedId('earnings', `${creatorId}${isSandbox ? ':sandbox' : ''}`),
    creatorId,
    totalEarnings: total,
    totalTips: total,
    totalSubscriptions: '0',
    currency: CURRENCY,
    lastPayoutAt: null,
    updatedAt: updatedAt && new Date(updatedAt).toISOString(),
    tipsCount,
    supportersCount,
    thisMonth: present(thisMonth),
    lastMonth: present(lastMonth),
    tipYears,
    isSandbox,
  }
}
