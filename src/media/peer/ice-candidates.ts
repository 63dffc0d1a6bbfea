import { BlockList, isIP, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** RFC 8839 section 5.1: foundation, component 1, transport, priority, address, port, type. */
const CANDIDATE =
  /^(?:a=)?candidate:([\w+/]{1,32}) 1 (udp) (\d{1,10}) ([\da-f.:]{2,45}) (\d{1,5}) typ (host|srflx|prflx|relay)(?: |$)/i

/** A browser sends a handful; each one costs the ICE agent memory and makes it send connectivity checks. */
const MAX_REMOTE_CANDIDATES = 8

/** Unspecified, multicast and reserved addresses: no single host can answer there. */
const UNUSABLE_ADDRESSES = new BlockList()
UNUSABLE_ADDRESSES.addSubnet('0.0.0.0', 8)
UNUSABLE_ADDRESSES.addSubnet('224.0.0.0', 3)
UNUSABLE_ADDRESSES.addAddress('::', 'ipv6')
UNUSABLE_ADDRESSES.addSubnet('ff00::', 8, 'ipv6')

/** Loopback and link-local addresses: only this machine and its own network segment have them. */
const LOCAL_ADDRESSES = new BlockList()
LOCAL_ADDRESSES.addSubnet('127.0.0.0', 8)
LOCAL_ADDRESSES.addSubnet('169.254.0.0', 16)
LOCAL_ADDRESSES.addAddress('::1', 'ipv6')
LOCAL_ADDRESSES.addSubnet('fe80::', 10, 'ipv6')
// The same in IPv4-compatible, NAT64 and 6to4 addresses, and 0.0.0.0/8; `BlockList` itself recognises IPv4-mapped ones.
for (const [hex, bits] of [
  ['0', 8],
  ['7f00', 8],
  ['a9fe', 16],
] as const) {
  LOCAL_ADDRESSES.addSubnet(`::${hex}:0`, 96 + bits, 'ipv6')
  LOCAL_ADDRESSES.addSubnet(`64:ff9b::${hex}:0`, 96 + bits, 'ipv6')
  LOCAL_ADDRESSES.addSubnet(`2002:${hex}::`, 16 + bits, 'ipv6')
}

/**
 * Decides which of one peer's candidates the ICE agent gets, from the session description and from trickle alike. A
 * hostile peer could otherwise make the engine send connectivity checks to many addresses, or to services that listen
 * only on the server itself.
 */
export class RemoteCandidateFilter {
  readonly #allowLocal: boolean
  readonly #accepted = new Set<string>()

  /** `allowLocal` accepts loopback and link-local addresses. */
  constructor(allowLocal: boolean) {
    this.#allowLocal = allowLocal
  }

  /** Returns the normalized candidate, or null when it is unusable, local, a duplicate, or one too many. */
  accept(line: string): string | null {
    const candidate = normalizeRemoteCandidate(line, this.#allowLocal)
    if (candidate === null || this.#accepted.has(candidate)) return null
    if (this.#accepted.size >= MAX_REMOTE_CANDIDATES) return null
    this.#accepted.add(candidate)
    return candidate
  }
}

/**
 * Returns a browser's candidate in its shortest form, or null when the engine cannot use it: TCP, a host name (`.local`
 * hides a private address; resolving any other would make the server look it up), an address of no single host, a local
 * address unless `allowLocal`, and anything malformed.
 */
export function normalizeRemoteCandidate(line: string, allowLocal: boolean): string | null {
  const [, foundation, , priority, address = '', port, type] = CANDIDATE.exec(line.trim()) ?? []
  if (!isIP(address) || !isPort(Number(port))) return null
  if (isIn(UNUSABLE_ADDRESSES, address)) return null
  if (!allowLocal && isIn(LOCAL_ADDRESSES, address)) return null
  return `candidate:${foundation} 1 UDP ${Number(priority) % 2 ** 32} ${address} ${Number(port)} typ ${type?.toLowerCase()}`
}

/**
 * Returns the engine's own candidate as browsers get it: without `a=`, and with `announcedIp` in place of the address
 * when there is one. Returns null for everything but a host candidate on an interface of this machine and `udpPort`.
 */
export function announceLocalCandidate(
  line: string,
  { udpPort, announcedIp }: { udpPort: number; announcedIp: string | null },
): string | null {
  const [, , , , address = '', port, type] = CANDIDATE.exec(line) ?? []
  if (type !== 'host' || Number(port) !== udpPort || !isOwnAddress(address)) return null
  const candidate = line.replace(/^a=/, '')
  if (announcedIp === null) return candidate
  // The address follows foundation, component, transport and priority.
  return candidate.replace(/^((?:\S+ ){4})\S+/, (_, before: string) => before + announcedIp)
}

const isIn = (list: BlockList, address: string) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some((each) => each.address === address))
}

const isPort = (port: number) => port >= 1 && port <= 65535
