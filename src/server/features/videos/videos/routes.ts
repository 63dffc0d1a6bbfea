import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { getVideo, listVideoChat } from '#shared/videos/videos.ts'
import { videoFileCacheService } from '#server/features/videos/videos/files/video-file-cache.ts'
import type { Mount } from '#server/feature.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { route } from '#server/http/route.ts'
import { getVisibleVideo } from './access.ts'
import { presentVideo } from './present-video.ts'
import { listReplayedMessages } from './replay-chat.ts'
import { mountVideoFiles } from './files/serve-files.ts'

const cursor = z.tuple([id])

export const mountVideos: Mount = (app, { db, service, storage }) => {
  const fileCache = service(videoFileCacheService)
  route(app, getVideo, async ({ params, user }) =>
    presentVideo(await getVisibleVideo(db, params.id, user), user),
  )

  route(app, listVideoChat, async ({ params, query, user, request, reply }) => {
    const { video } = await getVisibleVideo(db, params.id, user)
    const [afterId] = decodeCursor(query.cursor, cursor) ?? []
    const onlyTips = query.tips === 'true'
    const range = { from: query.from ?? 0, afterId, limit: query.limit + 1, onlyTips }
    const rows = await listReplayedMessages(db, video, range, user)
    return paginate({ request, reply }, rows, query.limit, ({ message }) => [message.id])
  })

  mountVideoFiles(app, fileCache, storage)
}
