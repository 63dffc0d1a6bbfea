import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import * as z from 'zod/mini'

/** The message of the checkout page to the page that framed or opened it. */
const checkoutMessage = z.object({
  type: z.literal('checkout'),
  orderId: z.string(),
  outcome: z.enum(['approved', 'cancelled', 'failed']),
})
export type CheckoutOutcome = z.output<typeof checkoutMessage>['outcome']

/**
 * Calls `onOutcome` with the outcome of a checkout, of an order or a subscription by the provider's id: from the checkout page
 * in the frame that the returned ref is for, and over the channel that a checkout in a tab of its own uses. The same outcome may
 * come more than once.
 *
 * An outcome is a hint: the server asks the provider whether the payer approved.
 */
export function useCheckoutOutcome(
  orderId: string,
  onOutcome: (outcome: CheckoutOutcome) => void,
): RefObject<HTMLIFrameElement | null> {
  const frame = useRef<HTMLIFrameElement>(null)
  const announce = useEffectEvent(onOutcome)
  useEffect(
    () =>
      listenForOutcome({
        orderId,
        source: () => frame.current?.contentWindow,
        onOutcome: (outcome) => announce(outcome),
      }),
    [orderId],
  )
  return frame
}

type Listener = {
  orderId: string
  /** The window of the frame; messages of others are ignored. */
  source: () => MessageEventSource | null | undefined
  onOutcome: (outcome: CheckoutOutcome) => void
}

/** Returns a function that stops listening. */
function listenForOutcome({ orderId, source, onOutcome }: Listener): () => void {
  const accept = ({ data }: MessageEvent<unknown>) => {
    const message = checkoutMessage.safeParse(data)
    if (message.success && message.data.orderId === orderId) onOutcome(message.data.outcome)
  }
  const acceptFromFrame = (event: MessageEvent<unknown>) => {
    const isFromFrame = event.source !== null && event.source === source()
    if (isFromFrame && event.origin === location.origin) accept(event)
  }
  addEventListener('message', acceptFromFrame)
  // Only pages of this origin reach a channel.
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel('checkout') : null
  channel?.addEventListener('message', accept)
  return () => {
    removeEventListener('message', acceptFromFrame)
    channel?.close()
  }
}
