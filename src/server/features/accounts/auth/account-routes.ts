import { CLOSE_CODES } from '#shared/constants.ts'
import * as calls from '#shared/accounts/preferences.ts'
import { sessionCacheService } from '#server/features/accounts/auth/session-cache.ts'
import type { Mount } from '#server/feature.ts'
import { notFound } from '#server/http/errors.ts'
import { addressKey } from '#server/http/rates/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { changePassword } from './change-password.ts'
import { presentSession } from './present-session.ts'
import { deleteUserSession, listUserSessions } from './queries.ts'

export const mountAccount: Mount = (app, { db, limits, sockets, service }) => {
  const sessionCache = service(sessionCacheService)
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
}
