import { CLOSE_CODES } from '#shared/constants.ts'
import type { Context } from '#server/feature.ts'
import type { Identity } from '#server/realtime/connection.ts'
import { listActiveUsers, listLiveSessions } from './queries.ts'
import type { SessionCache } from './session-cache.ts'

/**
 * Closes sockets whose user or session is no longer valid. A row change of a user (deactivation, another role) closes
 * them at once; the client reconnects with its session. A session is checked when its socket opens and, as it may
 * expire or be ended by another node, at every heartbeat. Returns the function that stops it.
 */
export function closeRevokedConnections(
  { rowChanges, db, sockets, config, log }: Context,
  sessionCache: SessionCache,
): () => void {
  const close = (matches: (identity: Identity) => boolean, reason: string) =>
    sockets.closeWhere(matches, CLOSE_CODES.signedOut, reason)
  const closeUnlessRole = (id: string, role: string | undefined) =>
    close(({ user }) => user?.id === id && user.role !== role, 'changed')
  const checkAll = async () => {
    const { connectedUserIds, connectedSessionIds } = sockets
    if (connectedUserIds.length === 0) return
    const [active, live] = await Promise.all([
      listActiveUsers(db, connectedUserIds),
      listLiveSessions(db, connectedSessionIds),
    ])
    const roleById = new Map(active.map(({ id, role }) => [id, role]))
    for (const id of connectedUserIds) closeUnlessRole(id, roleById.get(id))
    const ended = new Set(connectedSessionIds.filter((sid) => !live.has(sid)))
    close(({ sessionId }) => sessionId !== null && ended.has(sessionId), 'signed out')
  }
  const checkUser = async (id: string) => {
    if (sockets.isUserConnected(id)) closeUnlessRole(id, (await sessionCache.findUser(id))?.role)
  }
  const checkSession = async (sid: string | null) => {
    if (sid !== null && !(await sessionCache.findSession(sid)))
      close(({ sessionId }) => sessionId === sid, 'signed out')
  }
  const logFailure = (error: unknown) => log.warn({ err: error }, 'users with sockets were not checked')
  sockets.onOpen(({ identity }) => void checkSession(identity.sessionId).catch(logFailure))
  const stopListening = rowChanges.on('users', (id) => void checkUser(id).catch(logFailure))
  const timer = setInterval(() => void checkAll().catch(logFailure), config.heartbeatMs)
  return () => {
    stopListening()
    clearInterval(timer)
  }
}
