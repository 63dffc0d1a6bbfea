import { BlockList, isIP, isIPv6 } from 'node:net'

const CANDIDATE =
  /^(?:a=)?candidate:([\w+/]{1,32}) 1 (udp) (\d{1,10}) ([\da-f.:]{2,45}) (\d{1,5}) typ (host|srflx|prflx|relay)(?: |$)/i

/** Where nobody is, or many are: a connection there is checked in vain, or to the harm of others. */
const UNUSABLE_ADDRESSES = new BlockList()
UNUSABLE_ADDRESSES.addSubnet('0.0.0.0', 8)
UNUSABLE_ADDRESSES.addSubnet('224.0.0.0', 3)
UNUSABLE_ADDRESSES.addAddress('::', 'ipv6')
UNUSABLE_ADDRESSES.addSubnet('ff00::', 8, 'ipv6')

/**
 * A browser's candidate in its shortest form, or null for what the engine cannot use: TCP, names instead of
 * addresses (`.local` hides a private one; any other would make the server look it up), addresses of no single host,
 * anything malformed.
 */
export function normalizeRemoteCandidate(line: string): string | null {
  const [, foundation, , priority, address = '', port, type] = CANDIDATE.exec(line.trim()) ?? []
  if (!isIP(address) || !isPort(Number(port))) return null
  if (UNUSABLE_ADDRESSES.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return null
  return `candidate:${foundation} 1 UDP ${Number(priority) % 2 ** 32} ${address} ${Number(port)} typ ${type?.toLowerCase()}`
}

/** Our own candidate as browsers get it: without `a=`, at the announced address when there is one. */
export function announceLocalCandidate(line: string, announcedIp: string | null): string {
  const candidate = line.replace(/^a=/, '')
  if (announcedIp === null) return candidate
  // foundation, component, transport and priority stand before the address (RFC 8839 section 5.1)
  return candidate.replace(/^((?:\S+ ){4})\S+/, (_, before: string) => before + announcedIp)
}

const isPort = (port: number) => port >= 1 && port <= 65535
