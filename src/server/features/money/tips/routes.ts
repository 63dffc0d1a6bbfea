import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { hasRole } from '#shared/roles.ts'
import { createOrder } from '#shared/money/payments.ts'
import * as calls from '#shared/money/tips.ts'
import type { Mount } from '#server/feature.ts'
import type { Caller } from '#server/http/access.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { forbidden } from '#server/http/errors.ts'
import { requesterOf } from '#server/http/rates/call-rates.ts'
import { type Call, route, routeBytes } from '#server/http/route.ts'
import { claimTip } from './claim-tip.ts'
import { csvOfYear } from './csv.ts'
import { earningsOf } from './earnings.ts'
import { orderTip } from './order-tip.ts'
import { presentTip, presentUncompletedOrder } from './present-tip.ts'
import { findTip, listTips, listUncompletedOrders } from './queries.ts'
import { notifyOfTipAttempt } from './notify-of-tip-attempt.ts'
import { tippingOf } from './tipping.ts'

const cursor = z.tuple([id])

export const mountTips: Mount = (app, context) => {
  const { db, figuresDb, payments } = context
  const figuresFor = (request: FastifyRequest) => ({ db: figuresDb.for(requesterOf(request)), payments })

  route(app, createOrder, ({ user, body, request: { timedOutUntil } }) =>
    orderTip(context, { ...user, timedOutUntil }, body),
  )

  route(app, calls.createTip, async ({ body, user, request: { timedOutUntil }, markRepeated }) => {
    const { tip, isFirst } = await claimTip(context, { ...user, timedOutUntil }, body)
    if (!isFirst) markRepeated()
    const stored = await findTip(db, tip.id)
    if (!stored) throw new Error('a recorded tip is gone')
    return presentTip(stored, user)
  })

  const list = async (call: Call<typeof calls.listTips>, userId: string) => {
    const { direction, limit } = call.query
    const [before] = decodeCursor(call.query.cursor, cursor) ?? []
    const part = { userId, direction, limit, before }
    // Either list may fill the whole page. Ids sort by time, also across tables.
    const [recorded, uncompleted] = await Promise.all([listTips(db, part), listUncompletedOrders(db, part)])
    const newestFirst = [
      ...recorded.map((row) => presentTip(row, call.user)),
      ...uncompleted.map((row) => presentUncompletedOrder(row, call.user)),
    ].toSorted((a, b) => (a.id < b.id ? 1 : -1))
    return paginate(call, newestFirst, limit, (tip) => [tip.id])
  }
  route(app, calls.listTips, (call) => list(call, call.user.id))
  route(app, calls.listUserTips, async ({ params, ...call }) => {
    requireSelf(call.user, params.userId)
    return list({ ...call, params: undefined }, params.userId)
  })

  route(app, calls.getEarnings, async ({ user, request }) => earningsOf(figuresFor(request), user.id))
  route(app, calls.getUserEarnings, async ({ params, user, request }) => {
    requireSelf(user, params.userId)
    return earningsOf(figuresFor(request), params.userId)
  })

  route(app, calls.getTipping, ({ params, user }) => tippingOf(context, params.userId, user))

  route(app, calls.reportTipAttempt, async ({ params, user }) => ({
    isNotified: await notifyOfTipAttempt(context, params.userId, user),
  }))

  routeBytes(app, calls.exportTips, async ({ query: { year }, user, request, reply }) => {
    const csv = await csvOfYear(figuresFor(request).db, user, year)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="tips-${year}.csv"`)
      .header('cache-control', 'no-store')
    return csv
  })
}

/** Throws 403 for another user's money, unless an admin asks. */
function requireSelf(user: Caller, userId: string): void {
  if (user.id !== userId && !hasRole(user, 'admin')) throw forbidden('errors.notYours')
}
