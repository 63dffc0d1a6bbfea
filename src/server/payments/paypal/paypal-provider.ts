import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import type { PayPalConfig } from '#server/payments/payments-config.ts'
import { canReceive } from '#server/payments/receiving-countries.ts'
import { readEvent } from './events.ts'
import { createOrders } from './orders.ts'
import { PayPalClient } from './paypal-client.ts'
import { createSubscriptions } from './subscriptions.ts'

/** PayPal, by its REST API. `timeoutMs`: how long a request may take. */
export function createPayPal(
  config: PayPalConfig,
  { timeoutMs }: { timeoutMs?: number } = {},
): PaymentProvider {
  const { baseUrl, clientId, webhookId } = config
  const client = new PayPalClient(config, timeoutMs)
  return {
    name: 'paypal',
    movesMoney: baseUrl.hostname !== TEST_HOST,
    approval: {
      kind: 'script',
      scriptUrl: (kind, currency) => scriptUrl(clientId, kind, currency),
      hosts: SDK_HOSTS,
    },
    setup: async () => ({ clientToken: await client.createClientToken(), clientId }),
    ...createOrders(client, clientId),
    ...createSubscriptions(client),
    readEvent: (received) => readEvent(client, webhookId, received),
    canReceive,
  }
}

/** PayPal's own sandbox: its accounts have invented money. */
const TEST_HOST = 'api-m.sandbox.paypal.com'

/** Of the SDK, its frames and its images, by PayPal's documentation for a content security policy. */
const SDK_HOSTS = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/** The SDK has one address for the sandbox too: the client id decides. */
function scriptUrl(clientId: string, kind: 'order' | 'subscription', currency: string): string {
  const url = new URL('https://www.paypal.com/sdk/js')
  url.search = new URLSearchParams({
    'client-id': clientId,
    currency,
    components: 'buttons',
    ...(kind === 'order' ? { intent: 'capture' } : { intent: 'subscription', vault: 'true' }),
  }).toString()
  return url.href
}
