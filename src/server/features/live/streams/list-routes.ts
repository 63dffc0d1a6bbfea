import * as z from 'zod/mini'
import { STREAM_CATEGORIES } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import { categoriesOf } from '#shared/live/movements.ts'
import { listLiveStreams, listRecentStreams, listUserStreams } from '#shared/live/streams.ts'
import { streamAdditions } from '#server/features/live/streams/present-stream.ts'
import type { Mount } from '#server/feature.ts'
import { cursorTime, decodeCursor, paginate } from '#server/http/cursor.ts'
import { route } from '#server/http/route.ts'
import { addLiveChannel, setLiveVersion } from './live-channel.ts'
import { presentStreams } from './present-stream.ts'
import { listByLastBroadcast, listByStreamer } from './by-streamer-queries.ts'
import { type StreamWithStreamer, listLive, listRecent } from './queries.ts'

const timeCursor = z.tuple([cursorTime, id])
const idCursor = z.tuple([id])
/** The time is empty for a stream that never started. */
const broadcastCursor = z.tuple([z.union([cursorTime, z.literal('')]), id])

export const mountStreamLists: Mount = (app, { channels, db, payments, service }) => {
  const additions = service(streamAdditions)
  const presentation = { db, payments, additions }
  addLiveChannel({ channels, db })
  route(app, listLiveStreams, async ({ query, user, request, reply }) => {
    await setLiveVersion({ channels }, reply)
    const categories = query.category && categoriesOf(query.category)
    const rows = await listLive(db, user, categories, query.limit + 1, startedAfter(query.cursor))
    const page = paginate({ request, reply }, rows, query.limit, startCursorOf)
    return presentStreams(presentation, page, user)
  })

  route(app, listRecentStreams, async ({ query, user, request, reply }) => {
    const categories = (query.category && categoriesOf(query.category)) ?? STREAM_CATEGORIES
    const rows = await listRecent(db, user, categories, query.limit + 1, startedAfter(query.cursor))
    const page = paginate({ request, reply }, rows, query.limit, startCursorOf)
    return presentStreams(presentation, page, user)
  })

  route(app, listUserStreams, async ({ params, query, user, request, reply }) => {
    const limit = query.limit + 1
    if (query.order === 'created') {
      const [afterId] = decodeCursor(query.cursor, idCursor) ?? []
      const rows = await listByStreamer(db, params.userId, user, { limit, afterId })
      const page = paginate({ request, reply }, rows, query.limit, ({ stream }) => [stream.id])
      return presentStreams(presentation, page, user)
    }
    const [startedAt, id] = decodeCursor(query.cursor, broadcastCursor) ?? []
    const after = id === undefined ? undefined : { startedAt: startedAt ? new Date(startedAt) : null, id }
    const rows = await listByLastBroadcast(db, params.userId, user, { limit, after })
    const page = paginate({ request, reply }, rows, query.limit, startCursorOf)
    return presentStreams(presentation, page, user)
  })
}

function startedAfter(cursor: string | undefined) {
  const [startedAt, afterId] = decodeCursor(cursor, timeCursor) ?? []
  return startedAt && afterId ? { startedAt: new Date(startedAt), id: afterId } : undefined
}

function startCursorOf({ stream }: StreamWithStreamer): string[] {
  return [stream.startedAt?.toISOString() ?? '', stream.id]
}
