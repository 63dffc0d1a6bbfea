import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address belongs to the public internet. False for loopback, private networks, internal services of
 * clouds, and every form of IPv6 that embeds an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  // Parsers disagree about octal, short and zoned notations.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_UNICAST) : !INTERNAL_SERVICES.has(address)
}

/** The assigned global unicast block; deprecated and future blocks are outside of it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Internal cloud services at a public address (Azure's WireServer). */
const INTERNAL_SERVICES = new Set(['168.63.129.16'])
