import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { type JourneyItem, listJourney, contentOf } from '#shared/studio/journey.ts'
import { presentStreams, streamAdditions } from '#server/features/live/streams/present-stream.ts'
import type { Mount } from '#server/feature.ts'
import { presentPost } from '#server/features/community/posts/present-post.ts'
import { listPostsByAuthor } from '#server/features/community/posts/queries.ts'
import { listByStreamer } from '#server/features/live/streams/by-streamer-queries.ts'
import { presentVideo } from '#server/features/videos/videos/present-video.ts'
import { listByCreator } from '#server/features/videos/videos/queries.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { route } from '#server/http/route.ts'

const cursor = z.tuple([id])

export const mountJourney: Mount = (app, { db, payments, service }) => {
  const additions = service(streamAdditions)
  route(app, listJourney, async ({ query, user, request, reply }) => {
    const [before] = decodeCursor(query.cursor, cursor) ?? []
    // Each type may fill the whole page, so one page of each is merged.
    const [posts, streams, videos] = await Promise.all([
      listPostsByAuthor(db, user.id, user, query.limit, before),
      listByStreamer(db, user.id, user, { limit: query.limit + 1, afterId: before }),
      listByCreator(db, user, {}, query.limit + 1, before),
    ])
    const presentedStreams = await presentStreams({ db, payments, additions }, streams, user)
    const steps: JourneyItem[] = [
      ...posts.map((row) => ({ type: 'post', post: presentPost(row, user) }) as const),
      ...presentedStreams.map((stream) => ({ type: 'stream', stream }) as const),
      ...videos.map((row) => ({ type: 'video', video: presentVideo(row, user) }) as const),
    ]
    const newestFirst = steps.sort((a, b) => (idOf(a) < idOf(b) ? 1 : -1))
    return paginate({ request, reply }, newestFirst, query.limit, (step) => [idOf(step)])
  })
}

const idOf = (step: JourneyItem) => contentOf(step).id
