import type { WorkerContext } from '#server/feature.ts'
import { defineExtensionPoint } from '#server/services.ts'
import { z } from 'zod/mini'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob } from '#server/jobs/job.ts'

/** An event names what has changed; its handler reads the new state from the provider. */
const paymentEvent = z.object({
  id: z.string(),
  type: z.string(),
  subject: z.object({
    kind: z.enum(['order', 'subscription']),
    /** The provider's id. */
    id: z.optional(z.string()),
    /** Our id, the reference that the provider stores. */
    reference: z.optional(z.string()),
    /** The provider's id of the payment. */
    paymentId: z.optional(z.string()),
  }),
  /** What the payer's bank took back; `amount` is null if that is the whole payment. */
  reversal: z.nullable(
    z.object({
      id: z.string(),
      amount: z.nullable(z.object({ cents: z.int().check(z.positive()), currency: z.string() })),
    }),
  ),
})
export type StoredEvent = z.output<typeof paymentEvent>

/** Applies an event of the payment provider. The provider sends each once, so the attempts are spread over two days. */
export const applyPaymentEvent = defineJob({
  name: 'payments.event',
  payload: paymentEvent,
  attempts: 14,
  backoffSeconds: [2, 10, 60, 300, 1800, 7200, 21_600],
  queue: { name: 'payments', concurrency: 2 },
})

/** Applies the events about one kind of what the provider has. */
type EventApplier = {
  kind: StoredEvent['subject']['kind']
  apply(context: WorkerContext, event: StoredEvent): Promise<void>
}

/** One of each feature that the provider tells about. */
export const eventAppliers = defineExtensionPoint<unknown, EventApplier>('events of payments')

export function createEventHandler(context: WorkerContext): JobHandler {
  const appliers = context.service(eventAppliers)
  return handleJob(applyPaymentEvent, async (event) => {
    const applier = appliers.find(({ kind }) => kind === event.subject.kind)
    if (!applier) throw new Error(`no feature applies events of a ${event.subject.kind}`)
    await applier.apply(context, event)
  })
}
