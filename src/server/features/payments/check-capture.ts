import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import { defineJob } from '#server/jobs/job.ts'

/** How long after its start a capture is checked: by then its page has recorded the tip, unless something was lost. */
export const CAPTURE_CHECK_MS = 30_000

/**
 * Reads an order whose capture was started, unless its tip is recorded by then. It does not wait for the unpaid orders that the
 * reconciling job reads, however many there are.
 */
export const checkCapture = defineJob({
  name: 'payments.checkCapture',
  payload: z.object({ orderId: id }),
  attempts: 6,
  // The reconciling job goes on after that.
  backoffSeconds: [15, 60, 300],
})
