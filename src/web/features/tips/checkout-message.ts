import * as z from 'zod/mini'

/** What the checkout page tells the page that framed or opened it. */
const checkoutMessage = z.object({
  type: z.literal('checkout'),
  orderId: z.string(),
  outcome: z.enum(['approved', 'cancelled', 'failed']),
})
export type CheckoutOutcome = z.output<typeof checkoutMessage>['outcome']

type Listener = {
  orderId: string
  /** The window of the frame; messages of others are ignored. */
  source: () => MessageEventSource | null | undefined
  onOutcome: (outcome: CheckoutOutcome) => void
}

/**
 * Listens for the outcome of an order's checkout: from its frame, and over the channel that a checkout in a window of its own
 * uses. The same outcome may come more than once. Returns a function that stops listening.
 *
 * An outcome is a hint: the server asks the provider whether the order was approved.
 */
export function listenForOutcome({ orderId, source, onOutcome }: Listener): () => void {
  const accept = ({ origin, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin) return
    const message = checkoutMessage.safeParse(data)
    if (message.success && message.data.orderId === orderId) onOutcome(message.data.outcome)
  }
  const onMessage = (event: MessageEvent<unknown>) => {
    if (event.source !== null && event.source === source()) accept(event)
  }
  addEventListener('message', onMessage)
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel('checkout') : null
  channel?.addEventListener('message', accept)
  return () => {
    removeEventListener('message', onMessage)
    channel?.close()
  }
}
