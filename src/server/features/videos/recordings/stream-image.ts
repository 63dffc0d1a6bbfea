import { THUMBNAIL } from '#shared/media/thumbnails.ts'
import type { Executor } from '#server/db/executor.ts'
import { posterImage } from '#server/features/videos/videos/files/poster-image.ts'
import { findPublishedRecording } from '#server/features/videos/videos/queries.ts'
import { type PreviewImage, previewImage } from '#server/http/pages/preview-image.ts'
import type { StreamRow } from '#server/features/live/streams/schema.ts'

/** The image of a stream's link preview: its thumbnail, or the poster of the recording that plays on an ended stream's page. */
export async function streamImage(
  db: Executor,
  { id, isLive, thumbnailUrl }: Pick<StreamRow, 'id' | 'isLive' | 'thumbnailUrl'>,
): Promise<PreviewImage | null> {
  const record = { kind: 'stream', id } as const
  if (isLive || thumbnailUrl !== null) return previewImage(record, thumbnailUrl, THUMBNAIL)
  const recording = await findPublishedRecording(db, id, null)
  return posterImage(record, recording?.files ?? [])
}
