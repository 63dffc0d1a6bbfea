import type { BroadcastViewer } from '#server/features/live/streams/broadcast-queries.ts'
import type { Identity } from '#server/realtime/connection.ts'

/**
 * Returns the key by which total views count: the account, the visitor's cookie, or the address of a client without a
 * cookie. The prefixes prevent a forged cookie from colliding with a user's id.
 */
export function toBroadcastViewer({
  user,
  visitorId,
  address,
}: Pick<Identity, 'user' | 'visitorId' | 'address'>): BroadcastViewer {
  if (user) return { key: user.id, address: null }
  return { key: visitorId === null ? `address:${address}` : `visitor:${visitorId}`, address }
}
