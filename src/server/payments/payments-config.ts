import { ConfigError, invalidValue, readOneOf, readValue } from '#server/startup/environment.ts'
import { parseUrl } from '#shared/text/parse-url.ts'

/** Which payment provider is used; null: no payments. */
export type PaymentsConfig = { provider: 'sandbox' } | PayPalConfig | null

export type PayPalConfig = {
  provider: 'paypal'
  clientId: string
  clientSecret: string
  /** Id of the webhook that PayPal sends events to; null: no event is accepted. */
  webhookId: string | null
  /** Origin of the REST API. */
  baseUrl: URL
}

export const PAYPAL_LIVE_API = 'https://api-m.paypal.com'

/**
 * Reads the payment provider. The sandbox stands in for it without credentials, except on a public site in production,
 * where it must be set explicitly: otherwise members would take its money for real.
 * @throws {ConfigError}
 */
export function readPayments(env: NodeJS.ProcessEnv, site: { env: string; publicUrl: URL }): PaymentsConfig {
  const payPal = readPayPal(env)
  const isSandboxRequested =
    readValue(env, 'PAYMENTS') !== undefined &&
    readOneOf(env, 'PAYMENTS', ['sandbox'], 'sandbox') === 'sandbox'
  if (payPal && isSandboxRequested)
    throw new ConfigError(
      'PAYMENTS=sandbox is set beside PAYPAL_CLIENT_ID: unset one of them, as there is one payment provider.',
    )
  if (payPal) return payPal
  const isPublic = site.env === 'production' && site.publicUrl.protocol === 'https:'
  return isSandboxRequested || !isPublic ? { provider: 'sandbox' } : null
}

function readPayPal(env: NodeJS.ProcessEnv): PayPalConfig | null {
  const clientId = readValue(env, 'PAYPAL_CLIENT_ID')
  const clientSecret = readValue(env, 'PAYPAL_CLIENT_SECRET')
  if (clientId === undefined) {
    const other = ['PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID', 'PAYPAL_BASE_URL'].find((name) =>
      readValue(env, name),
    )
    if (!other) return null
    throw new ConfigError(
      `PAYPAL_CLIENT_ID is missing beside ${other}: set it to the client id of the PayPal app, or unset both.`,
    )
  }
  if (clientSecret === undefined)
    throw new ConfigError(
      'PAYPAL_CLIENT_SECRET is missing beside PAYPAL_CLIENT_ID: set it to the secret of the PayPal app, or unset both.',
    )
  const webhookId = readValue(env, 'PAYPAL_WEBHOOK_ID') ?? null
  if (webhookId !== null && !/^[a-z\d]{1,50}$/i.test(webhookId))
    throw invalidValue(
      'PAYPAL_WEBHOOK_ID',
      webhookId,
      "the webhook's id in the PayPal app, letters and digits",
    )
  return { provider: 'paypal', clientId, clientSecret, webhookId, baseUrl: readBaseUrl(env) }
}

/** Credentials are sent to it: plain http only on this machine, for tests. */
function readBaseUrl(env: NodeJS.ProcessEnv): URL {
  const value = readValue(env, 'PAYPAL_BASE_URL') ?? PAYPAL_LIVE_API
  const url = parseUrl(value)
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1' || url?.hostname === '[::1]'
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)
  if (url && isSafe && `${url.origin}/` === url.href) return url
  throw invalidValue(
    'PAYPAL_BASE_URL',
    value,
    'an https address without a path, such as https://api-m.sandbox.paypal.com',
  )
}
