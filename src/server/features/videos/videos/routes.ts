import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { getVideo, listVideoChat } from '#shared/videos/videos.ts'
import type { Feature } from '#server/feature.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { route } from '#server/http/route.ts'
import type { Storage } from '#server/storage/storage.ts'
import { getVisibleVideo } from './access.ts'
import { presentVideo } from './present-video.ts'
import { listReplayedMessages } from './replay-chat.ts'
import { mountVideoFiles } from './files/serve-files.ts'
import type { VideoFileCache } from './files/video-file-cache.ts'

const cursor = z.tuple([id])

type Dependencies = { fileCache: VideoFileCache; storage: Storage }

export const videos = ({ fileCache, storage }: Dependencies): Feature => ({
  name: 'videos',
  register(app, { db }) {
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
  },
})
