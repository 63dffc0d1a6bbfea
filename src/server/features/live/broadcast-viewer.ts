import type { BroadcastViewer } from '#server/features/streams/broadcast-queries.ts'
import type { Identity } from '#server/realtime/connection.ts'

/**
 * Returns the key by which total views count: the account, the visitor's cookie, or the address of a client without a
 * cookie. The prefixes prevent a forged cookie from colliding with a user's id.
 */
export function broadcastViewer({
  user,
  visitor,
  address,
}: Pick<Identity, 'user' | 'visitor' | 'address'>): BroadcastViewer {
  if (user) return { key: user.id, address: null }
  return { key: visitor === null ? `address:${address}` : `visitor:${visitor}`, address }
}
