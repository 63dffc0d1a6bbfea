import ipaddr from 'ipaddr.js'

/** Names that resolve to this machine or to its own network (RFC 6761, 6762, 8375). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i

/**
 * Returns whether the host of a URL is on the internet, judged by its form alone: a domain name with a dot that is not
 * reserved for local use, or a globally routable IP address.
 */
export function isPublicHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(address)) return ipaddr.process(address).range() === 'unicast'
  return hostname.includes('.') && !LOCAL_NAME.test(hostname)
}
