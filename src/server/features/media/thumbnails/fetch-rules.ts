import { Resolver } from 'node:dns/promises'
import { limit } from '#shared/settings/limits.ts'
import { isPublicAddress } from './public-address.ts'

/** Limits of fetching an image from another site. Tests allow one local site. */
export type FetchRules = {
  /** Whether the server may connect to this IP address. */
  isAllowedAddress(address: string): boolean
  /** Returns every IP address of a host name. */
  resolve(host: string, signal: AbortSignal): Promise<string[]>
  ports: readonly number[]
  maxRedirects: number
  maxBytes: number
  /** From the first DNS look-up to the last byte. */
  timeoutMs: number
}

export const PUBLIC_WEB_RULES: FetchRules = {
  isAllowedAddress: isPublicAddress,
  resolve: resolveHost,
  ports: [80, 443],
  maxRedirects: 3,
  get maxBytes() {
    return limit('pictureBytes')
  },
  timeoutMs: 10_000,
}

/**
 * Queries the name servers directly: `dns.lookup` blocks a thread of libuv's pool, which password hashing and file access
 * also need, for as long as a name server is slow.
 */
async function resolveHost(host: string, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted()
  const resolver = new Resolver()
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
