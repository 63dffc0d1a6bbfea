import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { type Step, listJourney, madeIn } from '#shared/journey.ts'
import type { Feature } from '#server/feature.ts'
import { presentPost } from '#server/features/posts/present-post.ts'
import { listOfAuthor } from '#server/features/posts/queries.ts'
import { presentStreams } from '#server/features/streams/present-stream.ts'
import { listOfStreamer } from '#server/features/streams/queries.ts'
import { presentVideo } from '#server/features/videos/present-video.ts'
import { listOfCreator } from '#server/features/videos/queries.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { route } from '#server/http/route.ts'

const cursor = z.tuple([id])

/** The current user's posts, streams and videos in one list. UUIDv7 ids sort by time, also across tables. */
export const journey: Feature = {
  name: 'journey',
  register(app, { db, streamKeys }) {
    route(app, listJourney, async ({ query, user, request, reply }) => {
      const [before] = decodeCursor(query.cursor, cursor) ?? []
      // Each type may fill the whole page, so one page of each is merged.
      const [posts, streams, videos] = await Promise.all([
        listOfAuthor(db, user.id, user, query.limit, before),
        listOfStreamer(db, user.id, user, query.limit + 1, before),
        listOfCreator(db, user.id, {}, query.limit + 1, before),
      ])
      const presentedStreams = await presentStreams(streamKeys, streams, user)
      const steps: Step[] = [
        ...posts.map((row) => ({ type: 'post', post: presentPost(row, user) }) as const),
        ...presentedStreams.map((stream) => ({ type: 'stream', stream }) as const),
        ...videos.map((row) => ({ type: 'video', video: presentVideo(row, user) }) as const),
      ]
      const newestFirst = steps.sort((a, b) => (idOf(a) < idOf(b) ? 1 : -1))
      return paginate({ request, reply }, newestFirst, query.limit, (step) => [idOf(step)])
    })
  },
}

const idOf = (step: Step) => madeIn(step).id
