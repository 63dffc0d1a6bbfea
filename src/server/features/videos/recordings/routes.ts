import { getStreamRecording } from '#shared/videos/videos.ts'
import type { Feature } from '#server/feature.ts'
import { getVisibleStream } from '#server/features/live/streams/access.ts'
import { presentVideo } from '#server/features/videos/videos/present-video.ts'
import { findPublishedRecording } from '#server/features/videos/videos/queries.ts'
import { route } from '#server/http/route.ts'

/** The published recording of a stream. */
export const publishedRecordings: Feature = {
  name: 'published-recordings',
  register(app, { db }) {
    route(app, getStreamRecording, async ({ params, user }) => {
      const { stream } = await getVisibleStream(db, params.id, user)
      const found = await findPublishedRecording(db, stream.id, user)
      return { video: found ? presentVideo(found, user) : null }
    })
  },
}
