import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/feature.ts'
import { invalid } from '#server/http/errors.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { PaymentError } from '#server/payments/payment-error.ts'
import { applyPaymentEvent } from './event-job.ts'
import { requireProvider, withProviderErrors } from './provider-errors.ts'
import { insertEvent } from './queries.ts'

/**
 * Stores a verified event and enqueues its job in one transaction, so that an acknowledged event is never lost. Ignores
 * events that were received before, or that nothing handles. Throws 400 for a wrong signature, 503 if it cannot be verified now.
 */
export async function receiveEvent(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  { headers, rawBody }: { headers: FastifyRequest['headers']; rawBody: string },
): Promise<void> {
  const provider = requireProvider(payments)
  const event = await withProviderErrors(() => readEvent(() => provider.readEvent({ headers, rawBody })))
  if (!event) return
  await db.transaction(async (tx) => {
    const isNew = await insertEvent(tx, { id: `${provider.name}:${event.id}`, type: event.type })
    if (isNew) await enqueue(tx, applyPaymentEvent, event)
  })
}

async function readEvent<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof PaymentError && (error.kind === 'forged' || error.kind === 'invalid'))
      throw invalid()
    throw error
  }
}
