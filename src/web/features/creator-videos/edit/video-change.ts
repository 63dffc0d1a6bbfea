import type { VideoDetails } from '#shared/creator-videos.ts'
import type { Video } from '#shared/videos.ts'
import type { VideoValues } from '#web/features/creator-videos/details/video-values.ts'

/** Returns only the changed details, so that concurrent changes of others stay. */
export function getVideoChange(
  initial: Video,
  { title, description, category, tags, isPublic, thumbnail }: VideoValues,
): Partial<VideoDetails> {
  return {
    ...(title !== initial.title && { title }),
    ...(description !== (initial.description ?? '') && { description: description || null }),
    ...(category !== initial.category && { category }),
    ...(tags.join(',') !== initial.tags.join(',') && { tags }),
    ...(isPublic !== initial.isPublic && { isPublic }),
    ...(thumbnail.url !== null && { thumbnailUrl: thumbnail.url }),
    ...(thumbnail.url === null && thumbnail.at !== null && { thumbnailUrl: null, thumbnailAt: thumbnail.at }),
  }
}
