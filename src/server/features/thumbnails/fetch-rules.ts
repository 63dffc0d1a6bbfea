import { Resolver } from 'node:dns/promises'
import { limit } from '#shared/settings/limits.ts'
import { isPublicAddress } from './public-address.ts'

/** How far the server goes for a picture of another site. Tests let one site of their own in. */
export type FetchRules = {
  /** May the server connect to this IP address? */
  isOuter(address: string): boolean
  /** Every IP address of a host name; none when it has none. */
  resolve(host: string, signal: AbortSignal): Promise<string[]>
  ports: readonly number[]
  maxRedirects: number
  maxBytes: number
  /** From the first look-up to the last byte. */
  timeoutMs: number
}

export const PUBLIC_WEB: FetchRules = {
  isOuter: isPublicAddress,
  resolve: resolveHost,
  ports: [80, 443],
  maxRedirects: 3,
  get maxBytes() {
    return limit('pictureBytes')
  },
  timeoutMs: 10_000,
}

/**
 * Asks the name servers directly: the system's look-up would hold a thread, which passwords and files also need,
 * for as long as a slow name server likes.
 */
async function resolveHost(host: string, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted()
  const resolver = new Resolver()
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
