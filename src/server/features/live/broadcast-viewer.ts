import type { BroadcastViewer } from '#server/features/streams/broadcast-queries.ts'
import type { Identity } from '#server/realtime/connection.ts'

/**
 * Whom total views count: a member by account, a visitor by session, a client without a session by address. Each kind
 * has its own prefix, as a visitor can put any id into its cookie, a member's too.
 */
export function broadcastViewer({
  user,
  visitor,
  address,
}: Pick<Identity, 'user' | 'visitor' | 'address'>): BroadcastViewer {
  if (user) return { key: user.id, address: null }
  return { key: visitor === null ? `address:${address}` : `visitor:${visitor}`, address }
}
