import type { BrowserContext, Page, Route } from '@playwright/test'
import type { PayPalSimulator } from '../../src/server/payments/testing/paypal-simulator.ts'
import { expect } from './fixtures.ts'

const PAYPAL = 'https://www.sandbox.paypal.com'

/** How PayPal's buttons behave: they open a window, or report an error. */
type Buttons = 'work' | 'fail'

/**
 * A fake of PayPal's SDK: its button opens PayPal's window, which tells its opener that the payer has approved. As the
 * SDK does, it takes a window that is closed, or cut off from it, for a cancelled payment.
 */
const SDK = `window.paypal = { Buttons: (options) => ({ render: async (container) => {
  const button = document.createElement('button')
  button.textContent = 'PayPal'
  button.onclick = async () => {
    const popup = window.open('about:blank', '', 'popup,width=480,height=640')
    const id = await (options.createOrder ?? options.createSubscription)()
    popup.location.href = '${PAYPAL}/pay?token=' + id
    const onMessage = ({ origin, data }) => {
      if (origin === '${PAYPAL}' && data === 'approved') end(options.onApprove)
    }
    const watch = setInterval(() => popup.closed && end(options.onCancel), 50)
    const end = (act) => {
      clearInterval(watch)
      removeEventListener('message', onMessage)
      act()
    }
    addEventListener('message', onMessage)
  }
  container.append(button)
} }) }`

/** A fake SDK that reports an error of PayPal. */
const FAILING_SDK = `window.paypal = { Buttons: (options) => ({ render: async (container) => {
  const button = document.createElement('button')
  button.textContent = 'PayPal'
  button.onclick = () => options.onError(new Error('a problem at PayPal'))
  container.append(button)
} }) }`

const WINDOW = `<!doctype html><title>PayPal</title><button id="approve">Approve</button>
<script>
  approve.onclick = async () => {
    await fetch(location.href, { method: 'POST' })
    opener?.postMessage('approved', '*')
  }
</script>`

/** Serves PayPal's script and the pages of its window in a browser context; an approval there reaches the simulator. */
export async function routePayPal(
  context: BrowserContext,
  simulator: PayPalSimulator,
  buttons: Buttons = 'work',
): Promise<void> {
  await context.route('https://www.paypal.com/sdk/js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: buttons === 'work' ? SDK : FAILING_SDK }),
  )
  await context.route(`${PAYPAL}/**`, (route) => servePayPal(route, simulator))
}

async function servePayPal(route: Route, simulator: PayPalSimulator): Promise<void> {
  const request = route.request()
  if (request.method() !== 'POST') return route.fulfill({ contentType: 'text/html', body: WINDOW })
  simulator.approve(new URL(request.url()).searchParams.get('token') ?? '')
  return route.fulfill({ status: 204 })
}

/** Opens the checkout in a new tab with the link of the dialog. */
export function openCheckout(page: Page): Promise<Page> {
  return newPage(page, () => page.getByRole('link', { name: 'Open the payment' }).press('Enter'))
}

/** Presses PayPal's button in the tab of the checkout, and approves in PayPal's window. */
export async function approveAtPayPal(checkout: Page): Promise<void> {
  const paypal = await openPayPal(checkout)
  await paypal.getByRole('button', { name: 'Approve' }).click()
  await expect(checkout.getByRole('heading', { name: /^Payment (approved|complete)$/ })).toBeVisible()
  await paypal.close()
}

/** Presses PayPal's button in the tab of the checkout, and closes PayPal's window. */
export async function cancelAtPayPal(checkout: Page): Promise<void> {
  const paypal = await openPayPal(checkout)
  await expect(paypal.getByRole('button', { name: 'Approve' })).toBeVisible()
  await paypal.close()
  await expect(checkout.getByRole('heading', { name: 'Payment cancelled' })).toBeVisible()
}

const openPayPal = (checkout: Page) =>
  newPage(checkout, () => checkout.getByRole('button', { name: 'PayPal' }).click())

/** Returns the page that an action opens. */
export async function newPage(page: Page, open: () => Promise<void>): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), open()])
  return opened
}
