import { trendsService } from '#server/features/discovery/trending/trends.ts'
import { streamAdditions } from '#server/features/live/streams/present-stream.ts'
import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import * as calls from '#shared/discovery/search.ts'
import { SEARCH_TYPES, type SearchHit } from '#shared/discovery/search.ts'
import type { Mount } from '#server/feature.ts'
import { cursorTime, decodeCursor, paginate } from '#server/http/cursor.ts'
import { invalid } from '#server/http/errors.ts'
import { requesterOf } from '#server/http/rates/call-rates.ts'
import { route } from '#server/http/route.ts'
import { FINDERS } from './finders.ts'
import { parseSearchQuery } from './search-query.ts'
import { suggestFor } from './suggest.ts'

/** The time of the first page's request, and the score and id of the previous page's last hit. */
const cursor = z.tuple([
  cursorTime,
  z.pipe(z.string().check(z.regex(/^-?\d{1,15}(\.\d{1,6})?$/)), z.transform(Number)),
  id,
])

export const mountSearch: Mount = (app, { searchDb, db, payments, service }) => {
  const trends = service(trendsService)
  const additions = service(streamAdditions)
  route(app, calls.search, async ({ query, user, request, reply }) => {
    const searchQuery = parseSearchQuery(query.q, 'last')
    const types = SEARCH_TYPES.filter((type) => query.type?.split(',').includes(type) ?? true)
    // Each type has a list of its own, so a cursor needs exactly one type.
    if (query.cursor !== undefined && types.length !== 1)
      throw invalid([{ path: 'cursor', key: 'fields.wrong' }])
    const [asOf = new Date().toISOString(), score, lastId] = decodeCursor(query.cursor, cursor) ?? []
    const after = lastId === undefined ? undefined : { id: lastId, score: score ?? 0 }

    const limitedDb = searchDb.for(requesterOf(request))
    const findPage = async (type: (typeof types)[number]): Promise<SearchHit[]> => {
      const finder = FINDERS[type]
      if (searchQuery.words.length === 0) return []
      const searchRequest = { requester: user, asOf: new Date(asOf) }
      const searchCursor = { after, limit: query.limit + 1 }
      const found = await finder.find(limitedDb, searchQuery, searchCursor, searchRequest)
      const page =
        types.length === 1
          ? paginate({ request, reply }, found, query.limit, (last) => [asOf, String(last.score), last.id])
          : found.slice(0, query.limit)
      return finder.present(
        { db, payments, additions },
        page.map((hit) => hit.id),
        user,
      )
    }
    return (await Promise.all(types.map(findPage))).flat()
  })

  route(app, calls.suggest, async ({ query, user, request }) => {
    const limitedDb = searchDb.for(requesterOf(request))
    return suggestFor({ limitedDb, db, payments, additions, trends }, query.q, user)
  })
}
