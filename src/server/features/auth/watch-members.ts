import { CLOSE_CODES } from '#shared/constants.ts'
import type { Context } from '#server/feature.ts'
import { listActive } from './queries.ts'

/**
 * Takes the sockets of members who may no longer have them: one who was deactivated or got another role loses them as
 * soon as the database tells of it, and at the next heartbeat if it cannot. With its session it may connect anew.
 */
export function watchMembers({ changes, db, sockets, signedIn, config, log }: Context): () => void {
  const close = (id: string, role: string | undefined) =>
    sockets.closeWhere(({ user }) => user?.id === id && user.role !== role, CLOSE_CODES.signedOut, 'changed')
  const lookAtAll = async () => {
    const known = sockets.members
    if (known.length === 0) return
    const roles = new Map((await listActive(db, known)).map(({ id, role }) => [id, role]))
    for (const id of known) close(id, roles.get(id))
  }
  const lookAt = async (id: string) => {
    if (sockets.hasMember(id)) close(id, (await signedIn.member(id))?.role)
  }
  const failed = (error: unknown) => log.warn({ err: error }, 'members with sockets were not looked at')
  const stopListening = changes.on('users', (id) => void lookAt(id).catch(failed))
  const timer = setInterval(() => void lookAtAll().catch(failed), config.heartbeatMs)
  return () => {
    stopListening()
    clearInterval(timer)
  }
}
