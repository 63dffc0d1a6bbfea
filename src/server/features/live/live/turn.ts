import { createHmac, randomBytes } from 'node:crypto'
import type { IceServers } from '#shared/live/live.ts'
import type { Turn } from '#server/config.ts'

/** Lifetime of a TURN credential: longer than most streams, so that few connections outlive theirs. */
const LIFETIME_SECONDS = 6 * 60 * 60

type Credential = { username: string; credential: string; expiresAt: Date }

/**
 * Returns a time-limited credential for coturn's `use-auth-secret` (TURN REST API): a username that starts with the
 * expiry in Unix seconds, and its HMAC-SHA1. The random suffix makes it unique and does not identify the user.
 */
export function turnCredential(secret: string, now = Date.now()): Credential {
  const expires = Math.floor(now / 1000) + LIFETIME_SECONDS
  const username = `${expires}:${randomBytes(6).toString('hex')}`
  const credential = createHmac('sha1', secret).update(username).digest('base64')
  return { username, credential, expiresAt: new Date(expires * 1000) }
}

/** Returns the ICE servers for a browser's `RTCPeerConnection`. */
export function iceServersOf(turn: Turn | null): IceServers {
  if (!turn) return { iceServers: [], expiresAt: null }
  const { username, credential, expiresAt } = turnCredential(turn.secret)
  return {
    iceServers: [{ urls: turn.urls, username, credential }],
    expiresAt: expiresAt.toISOString(),
  }
}

/** Returns the ICE servers for an encoder or player, as values of the header `Link` (RFC 9725 section 4.6). */
export function iceServerLinks(turn: Turn | null): string[] {
  if (!turn) return []
  const { username, credential } = turnCredential(turn.secret)
  return turn.urls.map(
    (url) =>
      `<${url}>; rel="ice-server"; username="${username}"; credential="${credential}"; credential-type="password"`,
  )
}
