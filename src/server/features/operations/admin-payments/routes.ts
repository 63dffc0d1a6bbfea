import * as z from 'zod/mini'
import * as calls from '#shared/operations/admin-payments.ts'
import { id } from '#shared/fields.ts'
import { CURRENCY, formatCents } from '#shared/money/money.ts'
import type { Context, Mount } from '#server/feature.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { isSandboxSite } from '#server/payments/sandbox-mode.ts'
import { payOutTip } from './pay-out-tip.ts'
import { presentPayment } from './present-payment.ts'
import { findPaymentOfTip, listLedgerErrors, listOwed, listPayments } from './queries.ts'
import { refundTip } from './refund-tip.ts'

const cursor = z.tuple([id])
const differences = z.object({ differences: z.array(z.unknown()) })

/** Limit of the shown log entries about differences. */
const MAX_DIFFERENCES = 5

export const mountAdminPayments: Mount = (app, context) => {
  const { db } = context
  const isSandbox = isSandboxSite(context.payments)

  route(app, calls.listPayments, async (call) => {
    const { view, q, limit } = call.query
    const [before] = decodeCursor(call.query.cursor, cursor) ?? []
    const rows = await listPayments(db, { view, isSandbox, q: q || undefined, limit, before })
    return paginate(call, rows, limit, ({ order }) => [order.id]).map((row) => presentPayment(row, call.user))
  })

  route(app, calls.listOwed, async (call) => {
    const { limit } = call.query
    const [after] = decodeCursor(call.query.cursor, cursor) ?? []
    const rows = await listOwed(db, { isSandbox, limit, after })
    return paginate(call, rows, limit, ({ creatorId }) => [creatorId ?? '']).map(
      ({ creatorId, creator, cents }) => ({
        creatorId: creatorId ?? '',
        creator: creator && presentUserRef(creator, call.user),
        amount: formatCents(Number(cents)),
        currency: CURRENCY,
      }),
    )
  })

  route(app, calls.getLedgerState, async () => ({
    differences: (await listLedgerErrors(db, MAX_DIFFERENCES)).map(({ metadata, createdAt, ...entry }) => ({
      id: entry.id,
      createdAt: createdAt.toISOString(),
      creatorsCount: differences.parse(metadata).differences.length,
    })),
    isSandbox,
  }))

  route(app, calls.refundTip, async ({ params, body, user }) => {
    await refundTip(context, user, params.id, body)
    return paymentOfTip(context, params.id, user)
  })

  route(app, calls.payOutTip, async ({ params, user }) => {
    await payOutTip(context, user, params.id)
    return paymentOfTip(context, params.id, user)
  })
}

async function paymentOfTip({ db }: Pick<Context, 'db'>, tipId: string, admin: Caller) {
  const row = await findPaymentOfTip(db, tipId)
  if (!row) throw notFound('notFound.tip')
  return presentPayment(row, admin)
}
