import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import { defineJob } from '#server/jobs/job.ts'

/** Delay of the check after the start of a capture. By then the page has recorded the tip, unless a response was lost. */
export const CAPTURE_CHECK_MS = 30_000
/**
 * A capture that the provider does not report this long after its start has not happened: many times the time limits of all
 * its requests. Until then it may still arrive.
 */
export const CAPTURE_TIMEOUT_MS = 10 * 60_000

/**
 * Reads an order with a started capture from the provider, until the outcome of the capture is known. A job of its own, so that
 * it does not wait behind the unpaid orders of the reconciling job.
 */
export const checkCapture = defineJob({
  name: 'payments.checkCapture',
  payload: z.object({ orderId: id }),
  attempts: 6,
  // After the last attempt, the reconciling job takes over.
  backoffSeconds: [15, 60, 300],
})
