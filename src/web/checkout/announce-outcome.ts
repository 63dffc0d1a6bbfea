/**
 * Sends the outcome of the checkout, if there is one, to the page that framed or opened it. A page with a stricter
 * opener policy than this one loses its connection to it, hence also the channel: the receiver may get an outcome
 * twice.
 */
export function announceOutcome(page: HTMLElement): void {
  const { checkout: orderId, outcome } = page.dataset
  if (outcome !== undefined) announce({ type: 'checkout', orderId, outcome })
}

/** The payment could not be made, and the payer gives up. */
export function announceFailure(orderId: string): void {
  announce({ type: 'checkout', orderId, outcome: 'failed' })
}

function announce(message: object): void {
  if (parent !== window) parent.postMessage(message, location.origin)
  // Boundary: the opener is a window.
  const opener = window.opener as Window | null
  opener?.postMessage(message, location.origin)
  if (!('BroadcastChannel' in window)) return
  const channel = new BroadcastChannel('checkout')
  channel.postMessage(message)
  channel.close()
}
