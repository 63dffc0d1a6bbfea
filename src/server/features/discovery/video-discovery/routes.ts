import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { videoCategoriesOf } from '#shared/live/movements.ts'
import { type Video, listRelatedVideos, listUserVideos, listVideos } from '#shared/videos/videos.ts'
import type { Mount } from '#server/feature.ts'
import { getVisibleVideo } from '#server/features/videos/videos/access.ts'
import { presentVideo } from '#server/features/videos/videos/present-video.ts'
import { listVideosByIds } from '#server/features/videos/videos/queries.ts'
import { cursorTime, decodeCursor, paginate } from '#server/http/cursor.ts'
import type { Caller } from '#server/http/access.ts'
import { route } from '#server/http/route.ts'
import { type ListedVideo, listNewestVideos, listPopularVideos, listRelatedIds } from './queries.ts'

const timeCursor = z.tuple([cursorTime, id])
const viewsCursor = z.tuple([z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)), id])

export const mountVideoDiscovery: Mount = (app, { db }) => {
  const present = async (ids: readonly string[], user: Caller | null): Promise<Video[]> =>
    (await listVideosByIds(db, ids, user)).map((row) => presentVideo(row, user))
  const idsOf = (rows: readonly ListedVideo[]) => rows.map((row) => row.id)

  route(app, listVideos, async ({ query, user, request, reply }) => {
    const { category, sort, cursor, limit } = query
    const filter = { categories: category && videoCategoriesOf(category), requester: user }
    if (sort === 'popular') {
      const [viewsCount, afterId] = decodeCursor(cursor, viewsCursor) ?? []
      const after = viewsCount !== undefined && afterId ? { viewsCount, id: afterId } : undefined
      const rows = await listPopularVideos(db, filter, limit + 1, after)
      const page = paginate({ request, reply }, rows, limit, (row) => [String(row.viewsCount), row.id])
      return present(idsOf(page), user)
    }
    const rows = await listNewestVideos(db, filter, limit + 1, publishedAfter(cursor))
    return present(idsOf(paginate({ request, reply }, rows, limit, timeCursorOf)), user)
  })

  route(app, listUserVideos, async ({ params, query, user, request, reply }) => {
    const filter = { creatorId: params.userId, requester: user }
    const rows = await listNewestVideos(db, filter, query.limit + 1, publishedAfter(query.cursor))
    return present(idsOf(paginate({ request, reply }, rows, query.limit, timeCursorOf)), user)
  })

  route(app, listRelatedVideos, async ({ params, query, user }) => {
    const { video } = await getVisibleVideo(db, params.id, user)
    return present(await listRelatedIds(db, video, user, query.limit), user)
  })
}

function publishedAfter(cursor: string | undefined) {
  const [publishedAt, afterId] = decodeCursor(cursor, timeCursor) ?? []
  return publishedAt && afterId ? { publishedAt: new Date(publishedAt), id: afterId } : undefined
}

const timeCursorOf = ({ publishedAt, id: videoId }: ListedVideo) => [publishedAt.toISOString(), videoId]
