import { getStreamRecording } from '#shared/videos/videos.ts'
import type { Mount } from '#server/feature.ts'
import { getVisibleStream } from '#server/features/live/streams/access.ts'
import { presentVideo } from '#server/features/videos/videos/present-video.ts'
import { findPublishedRecording } from '#server/features/videos/videos/queries.ts'
import { streamPreview } from '#server/features/live/streams/stream-preview.ts'
import { route } from '#server/http/route.ts'
import { streamImage } from './stream-image.ts'

export const mountPublishedRecordings: Mount = (app, { db, previews }) => {
  for (const page of ['/stream/:streamId', '/stream-old/:streamId'] as const)
    previews.on(page, (params) => streamPreview(db, params['streamId'], streamImage))

  route(app, getStreamRecording, async ({ params, user }) => {
    const { stream } = await getVisibleStream(db, params.id, user)
    const found = await findPublishedRecording(db, stream.id, user)
    return { video: found ? presentVideo(found, user) : null }
  })
}
