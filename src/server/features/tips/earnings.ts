import { CURRENCY, formatCents } from '#shared/money.ts'
import type { Earnings } from '#shared/tips.ts'
import type { Context } from '#server/feature.ts'
import { findEarnings } from './queries.ts'

/** Returns what a creator has earned. Months are those of UTC. */
export async function earningsOf(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  creatorId: string,
  now = new Date(),
): Promise<Earnings> {
  const monthStart = (offset: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
  const sums = await findEarnings(db, creatorId, { lastMonth: monthStart(-1), thisMonth: monthStart(0) })
  const { totalCents, tipsCount, supportersCount, updatedAt, thisMonth, lastMonth, tipYears } = sums
  const total = formatCents(totalCents)
  const present = ({ cents, tipsCount: count }: typeof thisMonth) => ({
    amount: formatCents(cents),
    tipsCount: count,
  })
  return {
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
    isSandbox: payments?.movesMoney === false,
  }
}
