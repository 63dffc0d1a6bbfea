import type { VideoDetails } from '#shared/videos/creator-videos.ts'
import type { Video } from '#shared/videos/videos.ts'
import { fromLocalTime, toLocalTime } from '#web/lib/format/local-time.ts'
import type { VideoValues } from '#web/features/studio/creator-videos/details/video-values.ts'

/** Returns only the changed details, so that concurrent changes of others stay. */
export function getVideoChange(
  initial: Video,
  { title, description, category, tags, isPublic, publishAt, thumbnail }: VideoValues,
): Partial<VideoDetails> {
  return {
    ...(title !== initial.title && { title }),
    ...(description !== (initial.description ?? '') && { description: description || null }),
    ...(category !== initial.category && { category }),
    ...(tags.join(',') !== initial.tags.join(',') && { tags }),
    ...(isPublic !== initial.isPublic && { isPublic }),
    // A video that becomes private loses its time by itself.
    ...(isPublic && publishAt !== toInputTime(initial.publishAt) && { publishAt: fromLocalTime(publishAt) }),
    ...(thumbnail.url !== null && { thumbnailUrl: thumbnail.url }),
    ...(thumbnail.url === null && thumbnail.at !== null && { thumbnailUrl: null, thumbnailAt: thumbnail.at }),
  }
}

/** Returns a time of publication as the value of its input. */
export function toInputTime(publishAt: string | null): string {
  return publishAt === null ? '' : toLocalTime(new Date(publishAt))
}
