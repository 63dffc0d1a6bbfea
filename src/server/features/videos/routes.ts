import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import * as calls from '#shared/videos.ts'
import type { Feature } from '#server/feature.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { sendFile } from '#server/storage/send-file.ts'
import type { Storage } from '#server/storage/storage.ts'
import { getOwnVideo, getVisibleVideo } from './access.ts'
import { presentVideo } from './present-video.ts'
import { listByCreator } from './queries.ts'
import { removeVideo } from './remove-video.ts'
import { listReplayedMessages } from './replay-chat.ts'
import type { VideoRow } from './schema.ts'
import { deliverVideoChanges } from './video-changes.ts'
import { posterKey } from './video-files.ts'

const cursor = z.tuple([id])
/** Visibility can change at any time: only the browser may cache, and must revalidate. */
const CACHE_CONTROL = 'private, no-cache'

export const videos = (storage: Storage): Feature => ({
  name: 'videos',
  register(app, context) {
    const { db } = context
    route(app, calls.listCreatorVideos, async ({ query, user, request, reply }) => {
      const [beforeId] = decodeCursor(query.cursor, cursor) ?? []
      const rows = await listByCreator(db, user.id, query, query.limit + 1, beforeId)
      const page = paginate({ request, reply }, rows, query.limit, ({ video }) => [video.id])
      return page.map((row) => presentVideo(row, user))
    })

    route(app, calls.getVideo, async ({ params, user }) =>
      presentVideo(await getVisibleVideo(db, params.id, user), user),
    )

    route(app, calls.deleteVideo, async ({ params, user }) => {
      const { video } = await getOwnVideo(db, params.id, user)
      return removeVideo({ ...context, storage }, video.id, user.id)
    })

    route(app, calls.listVideoChat, async ({ params, query, user, request, reply }) => {
      const { video } = await getVisibleVideo(db, params.id, user)
      const [afterId] = decodeCursor(query.cursor, cursor) ?? []
      const range = { from: query.from ?? 0, afterId, limit: query.limit + 1 }
      const rows = await listReplayedMessages(db, video, range)
      return paginate({ request, reply }, rows, query.limit, ({ message }) => [message.id])
    })

    const mountFile = (url: string, keyOf: (video: VideoRow) => string | undefined) =>
      app.route<{ Params: { id: string } }>({
        method: ['GET', 'HEAD'],
        url,
        config: { access: 'anyone' },
        logLevel: 'warn',
        async handler(request, reply) {
          const videoId = id.safeParse(request.params.id)
          if (!videoId.success) throw notFound('notFound.video')
          const { video } = await getVisibleVideo(db, videoId.data, request.user)
          const key = keyOf(video)
          if (!key) throw notFound('notFound.video')
          return sendFile({ request, reply }, storage, { key, etag: `"${key}"`, cacheControl: CACHE_CONTROL })
        },
      })
    mountFile('/api/videos/:id/file', ({ files }) => files.find((key) => key.startsWith('videos/')))
    mountFile('/api/videos/:id/poster', ({ id: videoId, files }) =>
      files.find((key) => key === posterKey(videoId)),
    )
    return deliverVideoChanges(context)
  },
})
