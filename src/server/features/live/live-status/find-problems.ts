import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { LiveProblem } from '#shared/live/live-status.ts'

type Reachability = {
  isUp: boolean
  /** IP addresses of the engine that are announced to browsers. */
  addresses: readonly string[]
  /** Host name or IP address in the URL of the page. */
  requestedHost: string
}

/** Returns why viewers may be unable to reach the engine, as far as the server itself can detect it. */
export function findProblems({ isUp, addresses, requestedHost }: Reachability): LiveProblem[] {
  const kinds = addresses.map(kindOf)
  const siteKind = kindOf(requestedHost)
  const isLoopbackOnly = siteKind !== 'loopback' && kinds.every((kind) => kind === 'loopback')
  const isPrivateOnly = siteKind === 'public' && !isLoopbackOnly && kinds.every((kind) => kind !== 'public')
  return [
    ...(isUp ? [] : (['engineDown'] as const)),
    ...(isLoopbackOnly ? (['loopbackOnly'] as const) : []),
    ...(isPrivateOnly ? (['privateAddress'] as const) : []),
  ]
}

/** Classifies a host. A name is public unless it is localhost or a name of a local network. */
function kindOf(host: string): 'loopback' | 'private' | 'public' {
  const unbracketed = host.replace(/^\[|\]$/g, '')
  if (unbracketed === 'localhost' || unbracketed.endsWith('.localhost')) return 'loopback'
  if (!isIP(unbracketed))
    return /\.(local|lan|internal|home\.arpa)$/.test(unbracketed) || !unbracketed.includes('.')
      ? 'private'
      : 'public'
  const range = ipaddr.process(unbracketed).range()
  if (range === 'loopback') return 'loopback'
  return range === 'unicast' ? 'public' : 'private'
}
