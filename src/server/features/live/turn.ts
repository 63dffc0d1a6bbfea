import { createHmac, randomBytes } from 'node:crypto'
import type { IceServers } from '#shared/live.ts'
import type { Turn } from '#server/config.ts'

/** How long a credential opens the TURN server: longer than most streams, so that few connections outlive theirs. */
const SECONDS = 6 * 60 * 60

type Credential = { username: string; credential: string; expiresAt: Date }

/**
 * What the TURN server takes from whoever we gave it to (coturn's `use-auth-secret`): a name that begins with the moment
 * at which it ends, and its HMAC. The rest of the name tells two of them apart, and nothing about who has it.
 */
export function turnCredential(secret: string, now = Date.now()): Credential {
  const expires = Math.floor(now / 1000) + SECONDS
  const username = `${expires}:${randomBytes(6).toString('hex')}`
  const credential = createHmac('sha1', secret).update(username).digest('base64')
  return { username, credential, expiresAt: new Date(expires * 1000) }
}

/** For a browser's `RTCPeerConnection`. */
export function iceServersOf(turn: Turn | null): IceServers {
  if (!turn) return { iceServers: [], expiresAt: null }
  const { username, credential, expiresAt } = turnCredential(turn.secret)
  return {
    iceServers: [{ urls: turn.urls, username, credential }],
    expiresAt: expiresAt.toISOString(),
  }
}

/** For an encoder or player, as values of the header `Link` (RFC 9725 section 4.6). */
export function iceServerLinks(turn: Turn | null): string[] {
  if (!turn) return []
  const { username, credential } = turnCredential(turn.secret)
  return turn.urls.map(
    (url) =>
      `<${url}>; rel="ice-server"; username="${username}"; credential="${credential}"; credential-type="password"`,
  )
}
