import { announceFailure } from './announce-outcome.ts'

/** What is used of PayPal's SDK (developer.paypal.com/sdk/js/reference). */
type PayPalSdk = {
  Buttons(options: {
    createOrder?: () => Promise<string>
    createSubscription?: () => Promise<string>
    onApprove: () => void
    onCancel: () => void
    onError: (error: unknown) => void
  }): { render(container: HTMLElement): Promise<void> }
}

declare global {
  interface Window {
    paypal?: PayPalSdk
  }
}

/** Loads the provider's SDK and shows its buttons for an order or subscription that exists already. */
export function showButtons(container: HTMLElement, id: string): void {
  const { kind, script: source = '', error: errorText = '' } = container.dataset
  const status = container.querySelector<HTMLElement>('[role=status]')
  const show = (text: string | null) => {
    if (!status) return
    status.hidden = text === null
    if (text !== null) status.textContent = text
  }
  let hasFailed = false
  const fail = () => {
    hasFailed = true
    show(errorText)
  }
  // Until the payer gives up, the buttons can be tried again, and the link to the provider's page used: the page that
  // opened this one stops listening after a failure.
  document.querySelector('form:has(.cancel)')?.addEventListener('submit', () => {
    if (hasFailed) announceFailure(id)
  })
  show(status?.textContent ?? '')
  const script = document.createElement('script')
  script.src = source
  script.addEventListener('error', fail)
  script.addEventListener('load', () => {
    const create = async () => id
    const rendered = window.paypal
      ?.Buttons({
        ...(kind === 'subscription' ? { createSubscription: create } : { createOrder: create }),
        // The page is loaded again: the server asks the provider whether that is so.
        onApprove: () => location.replace(location.pathname),
        onCancel: () => location.replace(`${location.pathname}?cancelled=1`),
        onError: fail,
      })
      .render(container)
    if (rendered) rendered.then(() => show(null), fail)
    else fail()
  })
  document.head.append(script)
}
