import { CLOSE_CODES } from '#shared/constants.ts'
import type { Context } from '#server/feature.ts'
import { listActive } from './queries.ts'

/**
 * Looks at every heartbeat whether the members with open sockets still may have them: one who was deactivated or
 * got another role elsewhere (another node, the database) loses its sockets; with its session it may connect anew.
 */
export function watchMembers({ db, sockets, config, log }: Context): () => void {
  const look = async () => {
    const known = sockets.members
    if (known.length === 0) return
    const roles = new Map((await listActive(db, known)).map(({ id, role }) => [id, role]))
    const asked = new Set(known)
    const isStale = (id: string, role: string) => asked.has(id) && roles.get(id) !== role
    sockets.closeWhere(
      ({ user }) => user !== null && isStale(user.id, user.role),
      CLOSE_CODES.signedOut,
      'changed',
    )
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, 'members with sockets were not looked at'))
  }, config.heartbeatMs)
  return () => clearInterval(timer)
}
