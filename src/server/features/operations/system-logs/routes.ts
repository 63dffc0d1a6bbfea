import * as z from 'zod/mini'
import * as calls from '#shared/operations/admin-logs.ts'
import { id } from '#shared/fields.ts'
import type { Mount } from '#server/feature.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { requesterOf } from '#server/http/rates/call-rates.ts'
import { route } from '#server/http/route.ts'
import { listLogs } from './queries.ts'

const cursor = z.tuple([id])

export const mountAdminLogs: Mount = (app, { figuresDb }) => {
  route(app, calls.listLogs, async (call) => {
    const { limit, cursor: after, ...filter } = call.query
    const [before] = decodeCursor(after, cursor) ?? []
    const rows = await listLogs(figuresDb.for(requesterOf(call.request)), filter, { limit, before })
    return paginate(call, rows, limit, ({ entry }) => [entry.id]).map(({ entry, user }) => ({
      ...entry,
      user: user && presentUserRef(user, call.user),
      createdAt: entry.createdAt.toISOString(),
    }))
  })
}
