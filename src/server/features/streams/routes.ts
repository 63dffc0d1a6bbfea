import * as z from 'zod/mini'
import { STREAM_CATEGORIES } from '#shared/constants.ts'
import { id, instant } from '#shared/fields.ts'
import { categoriesOf } from '#shared/movements.ts'
import {
  createStream,
  getStream,
  listLiveStreams,
  listRecentStreams,
  listUserStreams,
  updateStream,
} from '#shared/streams.ts'
import type { Feature } from '#server/feature.ts'
import type { Thumbnails } from '#server/features/thumbnails/thumbnails.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import type { Rate } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { getOwnStream, getVisibleStream } from './access.ts'
import { addStream } from './add-stream.ts'
import { endStream } from './end-stream.ts'
import { presentStream, presentStreams } from './present-stream.ts'
import {
  type StartedAfter,
  type StreamWithStreamer,
  listLive,
  listOfStreamer,
  listRecent,
} from './queries.ts'
import { startStream } from './start-stream.ts'
import { streamPreview } from './stream-preview.ts'

const NEW_STREAMS: Rate = { name: 'streams', points: 30, seconds: 10 * 60 }
// The database knows no year 0.
const startedCursor = z.tuple([instant.check(z.refine((moment) => moment >= '1970')), id])
const idCursor = z.tuple([id])

export const streams = (thumbnails: Thumbnails): Feature => ({
  name: 'streams',
  register(app, { db, hub, limits, previews, streamKeys }) {
    previews.on('/stream/:streamId', (params) => streamPreview(db, params['streamId']))

    route(app, createStream, async ({ body, user }) => {
      await limits.take(NEW_STREAMS, user.id)
      const id = await addStream({ db, thumbnails }, user.id, body)
      return presentStream(streamKeys, await getOwnStream(db, id, user), user)
    })

    route(app, getStream, async ({ params, user }) =>
      presentStream(streamKeys, await getVisibleStream(db, params.id, user), user),
    )

    route(app, updateStream, async ({ params, body, user }) => {
      const { stream } = await getOwnStream(db, params.id, user)
      if (body.isLive) await startStream({ db, hub }, stream)
      else await endStream({ db, hub }, stream.id, 'owner')
      return presentStream(streamKeys, await getOwnStream(db, params.id, user), user)
    })

    route(app, listLiveStreams, async ({ query, user, request, reply }) => {
      const categories = query.category && categoriesOf(query.category)
      const rows = await listLive(db, user, categories, query.limit + 1, startedAfter(query.cursor))
      const page = paginate({ request, reply }, rows, query.limit, placeByStart)
      return presentStreams(streamKeys, page, user)
    })

    route(app, listRecentStreams, async ({ query, user, request, reply }) => {
      const categories = (query.category && categoriesOf(query.category)) ?? STREAM_CATEGORIES
      const rows = await listRecent(db, user, categories, query.limit + 1, startedAfter(query.cursor))
      const page = paginate({ request, reply }, rows, query.limit, placeByStart)
      return presentStreams(streamKeys, page, user)
    })

    route(app, listUserStreams, async ({ params, query, user, request, reply }) => {
      const [afterId] = decodeCursor(query.cursor, idCursor) ?? []
      const rows = await listOfStreamer(db, params.userId, user, query.limit + 1, afterId)
      const page = paginate({ request, reply }, rows, query.limit, ({ stream }) => [stream.id])
      return presentStreams(streamKeys, page, user)
    })
  },
})

function startedAfter(cursor: string | undefined): StartedAfter | undefined {
  const [startedAt, id] = decodeCursor(cursor, startedCursor) ?? []
  return startedAt && id ? { startedAt: new Date(startedAt), id } : undefined
}

function placeByStart({ stream }: StreamWithStreamer): string[] {
  return [stream.startedAt?.toISOString() ?? '', stream.id]
}
