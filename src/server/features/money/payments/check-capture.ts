import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import { defineJob } from '#server/jobs/job.ts'

/** How long after its start a capture is checked: by then its page has recorded what it paid for, unless something was lost. */
export const CAPTURE_CHECK_MS = 30_000
/**
 * How long after its start a capture that the provider does not show has not happened: many times the limits of all
 * requests that it may take. Until then it may still be on its way.
 */
export const CAPTURE_TIMEOUT_MS = 10 * 60_000

/**
 * Reads an order whose capture was started, unless it is completed by then, until the capture is known to be done or
 * not. It does not wait for the unpaid orders that the reconciling job reads, however many there are.
 */
export const checkCapture = defineJob({
  name: 'payments.checkCapture',
  payload: z.object({ orderId: id }),
  attempts: 6,
  // The reconciling job goes on after that.
  backoffSeconds: [15, 60, 300],
})
