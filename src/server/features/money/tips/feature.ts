import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { checkoutLookups } from '#server/features/money/checkout/find-checkout.ts'
import { eventAppliers } from '#server/features/money/payments/event-job.ts'
import { notificationSubjects } from '#server/features/notifications/notifications/notification-subject.ts'
import { findTipCheckout } from './find-checkout.ts'
import { notifiedTip } from './notification-queries.ts'
import { applyOrderEvent, checkCaptureHandler, reconcileHandler } from './reconcile-job.ts'
import { removeTipMessagesOf } from './queries.ts'
import { mountTips } from './routes.ts'
import { tips } from './schema.ts'
import { tipRecorded, tipsTotalChanged } from './tip-changes.ts'

/** Tips and what creators earn with them. */
export const tipsFeature = defineFeature({
  name: 'tips',
  routes: mountTips,
  jobs: (context) => [reconcileHandler(context), checkCaptureHandler(context)],
  updates: [tipRecorded, tipsTotalChanged],
  extensions: [
    notificationSubjects.extend(() => notifiedTip),
    checkoutLookups.extend(findTipCheckout),
    eventAppliers.extend(() => ({ kind: 'order', apply: applyOrderEvent })),
  ],
  tables: [tips],
  exportUser: exportRows({ given: tips.tipperId, received: tips.streamerId }),
  deleteUser: (_context, tx, userId) => removeTipMessagesOf(tx, userId),
})
