import { and, desc, eq, inArray, isNotNull, lt, or } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { tips } from '#server/features/money/tips/schema.ts'
import { USER_REF_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { paymentOrders } from '#server/features/money/payments/schema.ts'

/** Returns the payments that a user made for tips, newest first; one more than `limit` when there are more. */
export function listTipPayments(
  db: Executor,
  { payerId, limit, before }: { payerId: string; limit: number; before?: string | undefined },
) {
  return db
    .select({
      order: paymentOrders,
      tip: { status: tips.status, refundedCents: tips.refundedCents },
      creator: USER_REF_COLUMNS,
    })
    .from(paymentOrders)
    .leftJoin(tips, eq(tips.orderId, paymentOrders.id))
    .leftJoin(users, eq(users.id, paymentOrders.creatorId))
    .where(
      and(
        eq(paymentOrders.payerId, payerId),
        or(
          isNotNull(paymentOrders.captureId),
          inArray(paymentOrders.status, ['pending', 'completed', 'failed']),
        ),
        before === undefined ? undefined : lt(paymentOrders.id, before),
      ),
    )
    .orderBy(desc(paymentOrders.id))
    .limit(limit + 1)
}
export type TipPayment = Awaited<ReturnType<typeof listTipPayments>>[number]
