import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { LiveProblem } from '#shared/live-status.ts'

type Facts = {
  isUp: boolean
  /** The addresses that browsers are told. */
  addresses: readonly string[]
  /** The name or address under which the page was opened. */
  openedAs: string
}

/** Why viewers of a site that is opened as `openedAs` can't reach the engine, as far as the server itself can tell. */
export function findProblems({ isUp, addresses, openedAs }: Facts): LiveProblem[] {
  const kinds = addresses.map(kindOf)
  const site = kindOf(openedAs)
  const isLoopbackOnly = site !== 'loopback' && kinds.every((kind) => kind === 'loopback')
  const isPrivateOnly = site === 'public' && !isLoopbackOnly && kinds.every((kind) => kind !== 'public')
  return [
    ...(isUp ? [] : (['engineDown'] as const)),
    ...(isLoopbackOnly ? (['loopbackOnly'] as const) : []),
    ...(isPrivateOnly ? (['privateAddress'] as const) : []),
  ]
}

/** A name other than this machine's own is taken for a public one, unless it is one of a local network. */
function kindOf(host: string): 'loopback' | 'private' | 'public' {
  const bare = host.replace(/^\[|\]$/g, '')
  if (bare === 'localhost' || bare.endsWith('.localhost')) return 'loopback'
  if (!isIP(bare))
    return /\.(local|lan|internal|home\.arpa)$/.test(bare) || !bare.includes('.') ? 'private' : 'public'
  const range = ipaddr.process(bare).range()
  if (range === 'loopback') return 'loopback'
  return range === 'unicast' ? 'public' : 'private'
}
