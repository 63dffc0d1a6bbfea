import { CLOSE_CODES } from '#shared/constants.ts'
import * as calls from '#shared/preferences.ts'
import type { Session } from '#shared/preferences.ts'
import type { Feature } from '#server/feature.ts'
import { notFound } from '#server/http/errors.ts'
import { addressKey } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { changePassword } from './change-password.ts'
import { deleteSessionOf, listSessionsOf } from './queries.ts'
import type { sessions } from './schema.ts'
import type { SessionCache } from './session-cache.ts'
import { LIFETIME } from './sessions.ts'

/** What a member does with its own account: the password, and the browsers that are signed in. */
export const account = (sessionCache: SessionCache): Feature => ({
  name: 'account',
  register(app, { db, limits, sockets }) {
    route(app, calls.changePassword, async ({ body, user, request }) => {
      const who = { userId: user.id, sessionId: request.sessionId ?? '', address: addressKey(request.ip) }
      return { endedSessions: await changePassword({ db, limits, sessionCache, sockets }, who, body) }
    })

    route(app, calls.listSessions, async ({ user, request }) => {
      const currentSid = request.sessionId ?? ''
      const rows = await listSessionsOf(db, user.id, currentSid)
      return rows.map((row) => presentSession(row, currentSid))
    })

    route(app, calls.revokeSession, async ({ params, user }) => {
      if (!(await deleteSessionOf(db, user.id, params.id))) throw notFound('notFound.session')
      sessionCache.forgetSession(params.id)
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
    // A session is extended at most once a day, to its whole life.
    lastUsedAt: new Date(expire.getTime() - LIFETIME).toISOString(),
    isCurrent: sid === currentSid,
  }
}
