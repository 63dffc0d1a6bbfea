import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * True for addresses of the public internet alone. False for this machine, private networks, the inner services of
 * clouds, and every form of IPv6 that wraps another address.
 */
export function isPublicAddress(address: string): boolean {
  // Octal, short or zoned notations mean different things to different readers.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_UNICAST) : !INNER_SERVICES.has(address)
}

/** All that is assigned to the internet; deprecated and future blocks lie outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Services for a cloud's own machines that stand at a public address (Azure's WireServer). */
const INNER_SERVICES = new Set(['168.63.129.16'])
