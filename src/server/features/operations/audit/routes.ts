import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import * as calls from '#shared/operations/admin-logs.ts'
import { id } from '#shared/fields.ts'
import { type SessionCache, sessionCacheService } from '#server/features/accounts/auth/session-cache.ts'
import type { Mount } from '#server/feature.ts'
import { requireAccess } from '#server/http/access.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { requesterOf } from '#server/http/rates/call-rates.ts'
import { route, routeBytes } from '#server/http/route.ts'
import { csvOfAudit } from './csv.ts'
import { presentEntry } from './present-entry.ts'
import { listEntries } from './queries.ts'

const cursor = z.tuple([id])

export const mountAdminAudit: Mount = (app, { figuresDb, service }) => {
  const sessionCache = service(sessionCacheService)
  route(app, calls.listAudit, async (call) => {
    const { limit, cursor: after, ...filter } = call.query
    const [before] = decodeCursor(after, cursor) ?? []
    const rows = await listEntries(figuresDb.for(requesterOf(call.request)), filter, { limit, before })
    return paginate(call, rows, limit, ({ entry }) => [entry.id]).map((row) => presentEntry(row, call.user))
  })

  routeBytes(app, calls.exportAudit, async ({ query, user, request, reply }) => {
    const { access } = calls.exportAudit
    const checkAccess = async () => requireAccess(access, await findCurrentUser(sessionCache, request))
    const db = figuresDb.for(requesterOf(request))
    const csv = await csvOfAudit(db, { admin: user, checkAccess }, query)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.csv"')
      .header('cache-control', 'no-store')
    return csv
  })
}

/** Returns the user of a request with the current role; null once the session has ended. */
async function findCurrentUser(sessionCache: SessionCache, { sessionId }: FastifyRequest) {
  const session = sessionId === null ? undefined : await sessionCache.findSession(sessionId)
  return (session && (await sessionCache.findUser(session.userId))) ?? null
}
