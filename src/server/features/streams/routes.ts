import * as z from 'zod/mini'
import { id, instant } from '#shared/fields.ts'
import { createStream, getStream, listLiveStreams, listUserStreams, updateStream } from '#shared/streams.ts'
import type { Feature } from '#server/feature.ts'
import type { Thumbnails } from '#server/features/thumbnails/thumbnails.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import type { Rate } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { getOwnStream, getVisibleStream } from './access.ts'
import { addStream } from './add-stream.ts'
import { endStream } from './end-stream.ts'
import { presentStream } from './present-stream.ts'
import { listLive, listOfStreamer } from './queries.ts'
import { startStream } from './start-stream.ts'
import { streamPreview } from './stream-preview.ts'

const NEW_STREAMS: Rate = { name: 'streams', points: 30, seconds: 10 * 60 }
// The database knows no year 0.
const liveCursor = z.tuple([instant.check(z.refine((moment) => moment >= '1970')), id])
const idCursor = z.tuple([id])

export const streams = (thumbnails: Thumbnails): Feature => ({
  name: 'streams',
  register(app, { db, hub, limits, previews }) {
    previews.on('/stream/:streamId', (params) => streamPreview(db, params['streamId']))

    route(app, createStream, async ({ body, user }) => {
      await limits.take(NEW_STREAMS, user.id)
      const id = await addStream({ db, thumbnails }, user.id, body)
      return presentStream(await getOwnStream(db, id, user), user)
    })

    route(app, getStream, async ({ params, user }) =>
      presentStream(await getVisibleStream(db, params.id, user), user),
    )

    route(app, updateStream, async ({ params, body, user }) => {
      const { stream } = await getOwnStream(db, params.id, user)
      if (body.isLive) await startStream({ db, hub }, stream)
      else await endStream({ db, hub }, stream.id, 'owner')
      return presentStream(await getOwnStream(db, params.id, user), user)
    })

    route(app, listLiveStreams, async ({ query, user, request, reply }) => {
      const [startedAt, id] = decodeCursor(query.cursor, liveCursor) ?? []
      const after = startedAt && id ? { startedAt: new Date(startedAt), id } : undefined
      const rows = await listLive(db, query.limit + 1, after)
      const page = paginate({ request, reply }, rows, query.limit, ({ stream }) => [
        stream.startedAt?.toISOString() ?? '',
        stream.id,
      ])
      return page.map((row) => presentStream(row, user))
    })

    route(app, listUserStreams, async ({ params, query, user, request, reply }) => {
      const [afterId] = decodeCursor(query.cursor, idCursor) ?? []
      const rows = await listOfStreamer(db, params.userId, user, query.limit + 1, afterId)
      const page = paginate({ request, reply }, rows, query.limit, ({ stream }) => [stream.id])
      return page.map((row) => presentStream(row, user))
    })
  },
})
