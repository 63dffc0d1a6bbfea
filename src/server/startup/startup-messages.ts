import { isIP } from 'node:net'
import type { Config } from '#server/config.ts'
import { oneLine, StartupError } from './startup-error.ts'

/** Returns the lines printed for the operator when the site is up. */
export function readyMessages(
  config: Pick<Config, 'host' | 'payments' | 'publicUrl'>,
  started: { url: string; setupUrl: string | null; rootDatabase: string | null },
): string[] {
  const lines = []
  if (started.rootDatabase) lines.push(`The database lies in ${started.rootDatabase}`)
  if (!isLoopback(config.host) && config.publicUrl.protocol === 'http:') lines.push(NO_CAMERA)
  lines.push(paymentsMessage(config.payments))
  lines.push(`Creative Wave is at ${started.url}`)
  if (started.setupUrl) lines.push(`Become its first administrator at ${started.setupUrl}`)
  return lines
}

/** Returns one line about the error that prevented the start, with its place in the code if it is unexpected. */
export function startupMessage(error: unknown): string {
  if (error instanceof StartupError) return oneLine(error)
  const location =
    error instanceof Error ? /\(?(file:|\/)[^()\s]+\)?/.exec(error.stack ?? '')?.[0] : undefined
  return `Creative Wave could not start: ${oneLine(error)}${location ? ` at ${location.replace(/[()]/g, '')}` : ''}. This looks like a fault of its own: please report this line.`
}

function paymentsMessage(payments: Config['payments']): string {
  if (payments === null)
    return 'Payments are off: set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET, or PAYMENTS=sandbox to try them without money.'
  if (payments.provider === 'sandbox') return 'Payments: the built-in sandbox, no money moves'
  const events = payments.webhookId === null ? ', without events: set PAYPAL_WEBHOOK_ID' : ''
  return `Payments: PayPal at ${payments.baseUrl.host}${events}`
}

const NO_CAMERA =
  'HOST opens the site to other machines over plain http, where browsers refuse camera and microphone: put https in front and set PUBLIC_URL to its address.'

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
