import { type SQL, and, desc, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PaymentView } from '#shared/operations/admin-payments.ts'
import { id } from '#shared/fields.ts'
import { lastIdBefore } from '#server/db/columns.ts'
import type { Executor } from '#server/db/executor.ts'
import { systemLogs } from '#server/logs/schema.ts'
import { ledgerEntries, ledgerPostings } from '#server/features/money/ledger/schema.ts'
import { paymentOrders } from '#server/features/money/payments/schema.ts'
import { tips } from '#server/features/money/tips/schema.ts'
import { USER_REF_COLUMNS, userRefColumns } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'

const payer = alias(users, 'payer')
const creator = alias(users, 'creator')

const selectPayments = (db: Executor) =>
  db
    .select({
      order: paymentOrders,
      tip: tips,
      payer: userRefColumns(payer),
      creator: userRefColumns(creator),
      paidOutAt: ledgerEntries.createdAt,
    })
    .from(paymentOrders)
    .leftJoin(tips, eq(tips.orderId, paymentOrders.id))
    .leftJoin(payer, eq(payer.id, paymentOrders.payerId))
    .leftJoin(creator, eq(creator.id, paymentOrders.creatorId))
    .leftJoin(ledgerEntries, eq(ledgerEntries.reference, sql`'payout:' || ${paymentOrders.id}`))
export type PaymentRow = Awaited<ReturnType<typeof selectPayments>>[number]

type List = {
  view: PaymentView
  isSandbox: boolean
  q: string | undefined
  limit: number
  before: string | undefined
}

/**
 * Returns orders, the newest first; one more than `limit` when there are more. `isSandbox` restricts the view of owed
 * orders to real money or to a sandbox.
 */
export function listPayments(
  db: Executor,
  { view, isSandbox, q, limit, before }: List,
): Promise<PaymentRow[]> {
  return selectPayments(db)
    .where(
      and(
        inView(view, isSandbox),
        q === undefined ? undefined : withId(q),
        before === undefined ? undefined : lt(paymentOrders.id, before),
      ),
    )
    .orderBy(desc(paymentOrders.id))
    .limit(limit + 1)
}

/** Returns the order of a tip. */
export async function findPaymentOfTip(db: Executor, tipId: string): Promise<PaymentRow | undefined> {
  const [row] = await selectPayments(db).where(eq(tips.id, tipId))
  return row
}

/** Matches the order by our id of it or of its tip, or by the provider's id of the order or of the payment. */
function withId(text: string): SQL | undefined {
  const { data: ours } = id.safeParse(text)
  // A condition on the column of the joined table would read all orders.
  return ours !== undefined
    ? or(
        eq(paymentOrders.id, ours),
        eq(paymentOrders.id, sql`(select ${tips.orderId} from ${tips} where ${tips.id} = ${ours})`),
      )
    : or(eq(paymentOrders.providerOrderId, text), eq(paymentOrders.captureId, text))
}

/** The sum of an order's reversals, which may exceed the rest of the payment. */
const reversedCents = sql<number>`(select coalesce(sum((reversal->>'amountCents')::int), 0)
  from jsonb_array_elements(${paymentOrders.reversals}) reversal)`

function inView(view: PaymentView, isSandbox: boolean): SQL | undefined {
  const atPlatform = and(isNull(paymentOrders.payeeEmail), eq(paymentOrders.status, 'completed'))
  switch (view) {
    case 'all':
      return undefined
    case 'owed':
      return and(
        atPlatform,
        eq(paymentOrders.isSandbox, isSandbox),
        isNotNull(tips.id),
        isNull(ledgerEntries.id),
        lt(tips.refundedCents, tips.amountCents),
      )
    case 'unclaimed':
      return and(atPlatform, isNull(tips.id), lt(reversedCents, paymentOrders.amountCents))
    default:
      return view satisfies never
  }
}

/**
 * Returns the amount that the platform owes to each creator, in real money or in a sandbox, sorted by the creator's id; one
 * more than `limit` when there are more.
 */
export function listOwed(
  db: Executor,
  { isSandbox, limit, after }: { isSandbox: boolean; limit: number; after: string | undefined },
) {
  const cents = sql<string>`sum(${ledgerPostings.amountCents})`
  const sums = db
    .select({ creatorId: ledgerPostings.userId, cents: cents.as('cents') })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(
      and(
        eq(ledgerPostings.account, 'creator_owed'),
        isNotNull(ledgerPostings.userId),
        eq(ledgerEntries.isSandbox, isSandbox),
        after === undefined ? undefined : gt(ledgerPostings.userId, after),
      ),
    )
    .groupBy(ledgerPostings.userId)
    .having(ne(cents, sql`0`))
    .orderBy(ledgerPostings.userId)
    .limit(limit + 1)
    .as('sums')
  return db
    .select({ creatorId: sums.creatorId, cents: sums.cents, creator: USER_REF_COLUMNS })
    .from(sums)
    .leftJoin(users, eq(users.id, sums.creatorId))
    .orderBy(sums.creatorId)
}

/**
 * Returns the last log entries about differences between the ledger and the earnings, the newest first; with `since` only those
 * from then on.
 */
export function listLedgerErrors(db: Executor, limit: number, since?: Date) {
  return db
    .select({ id: systemLogs.id, createdAt: systemLogs.createdAt, metadata: systemLogs.metadata })
    .from(systemLogs)
    .where(
      and(
        eq(systemLogs.level, 'error'),
        eq(systemLogs.category, 'payments'),
        sql`${systemLogs.metadata} ? 'differences'`,
        since && gt(systemLogs.id, lastIdBefore(since.getTime())),
      ),
    )
    .orderBy(desc(systemLogs.id))
    .limit(limit)
}
