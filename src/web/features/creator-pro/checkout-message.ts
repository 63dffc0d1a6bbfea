import * as z from 'zod/mini'

/** What the checkout page tells the page that framed or opened it. */
const checkoutMessage = z.object({
  type: z.literal('checkout'),
  orderId: z.string(),
  outcome: z.enum(['approved', 'cancelled', 'failed']),
})
export type CheckoutOutcome = z.output<typeof checkoutMessage>['outcome']

/**
 * Listens for what comes out of a subscription's checkout, in a frame or in a tab of its own; the same outcome may come twice. It
 * is a hint: the server asks the provider. Returns the function that stops listening.
 */
export function listenForOutcome(
  subscriptionId: string,
  onOutcome: (outcome: CheckoutOutcome) => void,
): () => void {
  const accept = ({ origin, data }: MessageEvent<unknown>) => {
    const message = checkoutMessage.safeParse(data)
    if (origin === location.origin && message.success && message.data.orderId === subscriptionId)
      onOutcome(message.data.outcome)
  }
  addEventListener('message', accept)
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel('checkout') : null
  channel?.addEventListener('message', accept)
  return () => {
    removeEventListener('message', accept)
    channel?.close()
  }
}
