import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { listFollowers, listFollowing, listUsers, listSuggested } from '#shared/accounts/follows.ts'
import { sessionCacheService } from '#server/features/accounts/auth/session-cache.ts'
import type { Mount } from '#server/feature.ts'
import { isUserActive } from '#server/features/accounts/users/queries.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { notFound } from '#server/http/errors.ts'
import { requesterOf } from '#server/http/rates/call-rates.ts'
import { route } from '#server/http/route.ts'
import { presentUserSummary } from './present-user-summary.ts'
import { listMentionable } from './mention-queries.ts'
import { listFollows, listLiveFirst } from './queries.ts'
import { listSuggestions } from './suggestion-queries.ts'

const MAX_INT = 2 ** 31 - 1
const liveFirstCursor = z.tuple([
  z.enum(['live', 'others']),
  z.pipe(z.string().check(z.regex(/^\d{1,10}$/)), z.transform(Number)).check(z.maximum(MAX_INT)),
  id,
])
const followCursor = z.tuple([id])

export const mountUserLists: Mount = (app, { db, searchDb, service }) => {
  const sessionCache = service(sessionCacheService)
  route(app, listUsers, async ({ query, user, request, reply }) => {
    if (query.mention !== undefined) {
      const rows = await listMentionable(searchDb.for(requesterOf(request)), query.mention, user, query.limit)
      return rows.map((row) => presentUserSummary(row, user))
    }
    const cursor = decodeCursor(query.cursor, liveFirstCursor)
    const after = cursor && { isLive: cursor[0] === 'live', followersCount: cursor[1], id: cursor[2] }
    const rows = await listLiveFirst(db, query, user, query.limit + 1, after)
    const page = paginate({ request, reply }, rows, query.limit, (row) => [
      row.liveStreamId === null ? 'others' : 'live',
      String(row.followersCount),
      row.id,
    ])
    return page.map((row) => presentUserSummary(row, user))
  })

  route(app, listSuggested, async ({ query, user, request }) => {
    const currentUser = await sessionCache.findUser(user.id)
    const limitedDb = searchDb.for(requesterOf(request))
    const rows = currentUser ? await listSuggestions(limitedDb, currentUser, query.limit) : []
    return rows.map((row) => presentUserSummary(row, user))
  })

  for (const [endpoint, side] of [
    [listFollowers, 'followers'],
    [listFollowing, 'following'],
  ] as const) {
    route(app, endpoint, async ({ params, query, user, request, reply }) => {
      if (!(await isUserActive(db, params.userId))) throw notFound('notFound.user')
      const [afterId] = decodeCursor(query.cursor, followCursor) ?? []
      const rows = await listFollows(db, { userId: params.userId, side }, user, query.limit + 1, afterId)
      const page = paginate({ request, reply }, rows, query.limit, ({ followId }) => [followId])
      return page.map((row) => presentUserSummary(row, user))
    })
  }
}
