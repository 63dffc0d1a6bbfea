import { CLOSE_CODES } from '#shared/constants.ts'
import * as calls from '#shared/preferences.ts'
import type { Session } from '#shared/preferences.ts'
import type { Feature } from '#server/feature.ts'
import { notFound } from '#server/http/errors.ts'
import { addressKey } from '#server/http/rates/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { changePassword } from './change-password.ts'
import { deleteUserSession, listUserSessions } from './queries.ts'
import type { sessions } from './schema.ts'
import type { SessionCache } from './session-cache.ts'
import { SESSION_LIFETIME_MS } from './sessions.ts'

/** Routes for the current user's account: changing the password, listing and revoking sessions. */
export const account = (sessionCache: SessionCache): Feature => ({
  name: 'account',
  register(app, { db, limits, sockets }) {
    route(app, calls.changePassword, async ({ body, user, request }) => {
      const requester = {
        userId: user.id,
        sessionId: request.sessionId ?? '',
        ipAddress: addressKey(request.ip),
      }
      return { endedSessions: await changePassword({ db, limits, sessionCache, sockets }, requester, body) }
    })

    route(app, calls.listSessions, async ({ user, request }) => {
      const currentSid = request.sessionId ?? ''
      const rows = await listUserSessions(db, user.id, currentSid)
      return rows.map((row) => presentSession(row, currentSid))
    })

    route(app, calls.revokeSession, async ({ params, user }) => {
      if (!(await deleteUserSession(db, user.id, params.id))) throw notFound('notFound.session')
      sessionCache.invalidateSession(params.id)
      sockets.closeWhere(({ sessionId }) => sessionId === params.id, CLOSE_CODES.signedOut, 'signed out')
      return { id: params.id }
    })
  },
})

function presentSession({ sid, sess, expire }: typeof sessions.$inferSelect, currentSid: string): Session {
  return {
    id: sid,
    userAgent: sess.userAgent || null,
    createdAt: sess.createdAt ?? null,
    // Each extension sets `expire` to a full lifetime from then; it happens at most once a day.
    lastUsedAt: new Date(expire.getTime() - SESSION_LIFETIME_MS).toISOString(),
    isCurrent: sid === currentSid,
  }
}
