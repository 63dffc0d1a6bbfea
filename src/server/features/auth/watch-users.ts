import { CLOSE_CODES } from '#shared/constants.ts'
import type { Context } from '#server/feature.ts'
import type { Identity } from '#server/realtime/connection.ts'
import { listActive, listLiveSessions } from './queries.ts'
import type { SessionCache } from './session-cache.ts'

/**
 * Takes the sockets of those who may no longer have them. A member who was deactivated or got another role loses them
 * as soon as the database tells of it, and may connect anew with its session. A session that ended while its socket
 * was being opened, ran out, or was ended by another node is found at once or at the next heartbeat.
 */
export function watchUsers(
  { rowChanges, db, sockets, config, log }: Context,
  sessionCache: SessionCache,
): () => void {
  const close = (matches: (identity: Identity) => boolean, reason: string) =>
    sockets.closeWhere(matches, CLOSE_CODES.signedOut, reason)
  const closeOthers = (id: string, role: string | undefined) =>
    close(({ user }) => user?.id === id && user.role !== role, 'changed')
  const lookAtAll = async () => {
    const { members, sessions } = sockets
    if (members.length === 0) return
    const [active, live] = await Promise.all([listActive(db, members), listLiveSessions(db, sessions)])
    const roles = new Map(active.map(({ id, role }) => [id, role]))
    for (const id of members) closeOthers(id, roles.get(id))
    const ended = new Set(sessions.filter((sid) => !live.has(sid)))
    close(({ sessionId }) => sessionId !== null && ended.has(sessionId), 'signed out')
  }
  const lookAtMember = async (id: string) => {
    if (sockets.hasMember(id)) closeOthers(id, (await sessionCache.member(id))?.role)
  }
  const lookAtSession = async (sid: string | null) => {
    if (sid !== null && !(await sessionCache.session(sid)))
      close(({ sessionId }) => sessionId === sid, 'signed out')
  }
  const failed = (error: unknown) => log.warn({ err: error }, 'members with sockets were not looked at')
  sockets.onOpen(({ identity }) => void lookAtSession(identity.sessionId).catch(failed))
  const stopListening = rowChanges.on('users', (id) => void lookAtMember(id).catch(failed))
  const timer = setInterval(() => void lookAtAll().catch(failed), config.heartbeatMs)
  return () => {
    stopListening()
    clearInterval(timer)
  }
}
