import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { paymentEventCleanupHandler } from './cleanup-job.ts'
import { createEventHandler } from './event-job.ts'
import { forgetInOrders } from './order-user-queries.ts'
import { mountPayments } from './routes.ts'
import { paymentOrders, paymentEvents } from './schema.ts'

/** Orders at the payment provider, and its events. The features that are paid for create their orders (`create-order.ts`). */
export const paymentsFeature = defineFeature({
  name: 'payments',
  routes: mountPayments,
  jobs: (context) => [paymentEventCleanupHandler(context), createEventHandler(context)],
  tables: [paymentOrders, paymentEvents],
  exportUser: exportRows(
    { orders: paymentOrders.payerId },
    { without: [paymentOrders.payeeEmail, paymentOrders.reversals] },
  ),
  deleteUser: (_context, tx, userId) => forgetInOrders(tx, userId),
})
