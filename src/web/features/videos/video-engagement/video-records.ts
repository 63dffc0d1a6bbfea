import { type Video, getVideo } from '#shared/videos/videos.ts'
import { call } from '#web/api/call.ts'
import { entityKey, updateEntity } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'

/** Changes the video of an open page. */
export function updateVideo(videoId: string, change: (cached: Video) => Partial<Video>): void {
  updateEntity('videos', videoId, change)
}

/** Reloads a video after a change was refused, its response was lost, or another page has changed it too. */
export async function refetchVideo(videoId: string): Promise<void> {
  try {
    queryClient.setQueryData<Video>(
      entityKey('videos', videoId),
      await call(getVideo, { params: { id: videoId } }),
    )
  } catch (error) {
    // The cached video stays; the next visit loads it again.
    console.warn(error)
  }
}

/** A video as the subject of comments, which change its cached count. */
export function commentSubject({ id, isPublished, isPublic, state }: Video) {
  return {
    kind: 'video' as const,
    id,
    isPublic: isPublished && isPublic && state === 'ready',
    changeCount: (change: (count: number) => number) =>
      updateVideo(id, ({ commentsCount }) => ({ commentsCount: change(commentsCount) })),
    refetchCount: () => void refetchVideo(id),
  }
}
