import { storageAllowanceService } from '#server/features/media/storage-allowance/storage-allowance.ts'
import { sessionCacheService } from '#server/features/accounts/auth/session-cache.ts'
import * as calls from '#shared/operations/admin-users.ts'
import { CLOSE_CODES } from '#shared/constants.ts'
import { hasRole } from '#shared/roles.ts'
import type { Mount } from '#server/feature.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import { deleteSessionsOf } from '#server/features/accounts/auth/queries.ts'
import { requesterOf } from '#server/http/rates/call-rates.ts'
import { route } from '#server/http/route.ts'
import { changeRole } from './change-role.ts'
import { changeStatus } from './change-status.ts'
import { lockUserForChange } from './change-user.ts'
import { presentAdminUser } from './present-admin-user.ts'
import { countByRole, countWaiting, insertNote, listUsers } from './queries.ts'
import { getUserDetails, presentNote } from './user-details.ts'

/** All users, for admins. */

export const mountAdminUsers: Mount = (app, context) => {
  const allowance = context.service(storageAllowanceService)
  const sessionCache = context.service(sessionCacheService)
  const { db, figuresDb, payments, sockets } = context

  route(app, calls.listUsers, async ({ query, request }) => {
    const { rows, total } = await listUsers(figuresDb.for(requesterOf(request)), query)
    return { users: rows.map(presentAdminUser), total }
  })

  route(app, calls.countUsers, async ({ request }) => {
    const limitedDb = figuresDb.for(requesterOf(request))
    const [counts, waiting] = await Promise.all([countByRole(limitedDb), countWaiting(limitedDb)])
    const sum = (isCounted: (group: (typeof counts)[number]) => boolean) =>
      counts.filter(isCounted).reduce((total, { count }) => total + count, 0)
    return {
      total: sum(() => true),
      active: sum(({ isActive }) => isActive),
      admins: sum((group) => hasRole(group, 'admin')),
      moderators: sum(({ role }) => role === 'moderator'),
      waiting,
    }
  })

  route(app, calls.changeRole, async ({ params, body, user }) =>
    presentAdminUser(await changeRole({ ...context, sessionCache }, user, params.id, body.role)),
  )

  route(app, calls.changeStatus, async ({ params, body, user }) =>
    presentAdminUser(await changeStatus({ ...context, sessionCache }, user, params.id, body.active)),
  )

  route(app, calls.getUserDetails, ({ params, user, request }) =>
    getUserDetails({ allowance, db: figuresDb.for(requesterOf(request)), payments }, user, params.id),
  )

  route(app, calls.endSessions, async ({ params: { id }, user }) => {
    const ended = await db.transaction(async (tx) => {
      await lockUserForChange(tx, user, id)
      const sessions = await deleteSessionsOf(tx, id, null)
      await recordAudit(tx, {
        action: 'user.signed_out',
        actorId: user.id,
        subjectId: id,
        details: { sessions: sessions.length },
      })
      return sessions
    })
    for (const { sid } of ended) sessionCache.invalidateSession(sid)
    sockets.closeWhere((identity) => identity.user?.id === id, CLOSE_CODES.signedOut, 'signed out')
    return { endedSessions: ended.length }
  })

  route(app, calls.addNote, ({ params: { id }, body: { text }, user }) =>
    db.transaction(async (tx) => {
      await lockUserForChange(tx, user, id)
      const note = await insertNote(tx, { userId: id, authorId: user.id, text })
      await recordAudit(tx, { action: 'user.noted', actorId: user.id, subjectId: id, details: { text } })
      return presentNote(note, user)
    }),
  )
}
