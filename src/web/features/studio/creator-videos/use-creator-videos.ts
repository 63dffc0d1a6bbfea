import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { listCreatorVideos } from '#shared/videos/creator-videos.ts'
import type { Video } from '#shared/videos/videos.ts'
import { callList } from '#web/api/call.ts'
import type { Pages } from '#web/api/pages.ts'
import { usePages } from '#web/api/use-pages.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'
import { CREATOR_VIDEOS_KEY } from '#web/features/studio/shared/creator-videos/creator-videos-key.ts'

export const VIDEO_FILTERS = ['published', 'draft', 'scheduled', 'private'] as const
export type VideoFilter = (typeof VIDEO_FILTERS)[number]

const LISTS_KEY = [...CREATOR_VIDEOS_KEY, 'list']

/** The current user's videos, newest first; kept current by the socket: a change refetches, progress is applied. */
export function useCreatorVideos(filter: VideoFilter | undefined) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: CREATOR_VIDEOS_KEY })
  useSocketMessages('videos', {
    onMessage: (message) => {
      if (message.type === 'video_changed') void refetch()
      if (message.type === 'video_progress') applyProgress(client, message)
    },
    onConnected: (isFirst) => void (!isFirst && refetch()),
  })
  return usePages({
    key: [...LISTS_KEY, filter ?? 'all'],
    load: (cursor) => callList(listCreatorVideos, { query: { cursor, filter } }),
    idOf: ({ id }) => id,
    staleMs: 0,
  })
}

/** The percentages arrive every second: refetching the lists for each would cost more than the processing. */
function applyProgress(
  client: QueryClient,
  { videoId, progress }: { videoId: string; progress: number },
): void {
  const change = (video: Video) => (video.id === videoId ? { ...video, progress } : video)
  client.setQueriesData<Pages<Video>>(
    { queryKey: LISTS_KEY },
    (cached) =>
      cached && {
        ...cached,
        pages: cached.pages.map((page) => ({ ...page, items: page.items.map(change) })),
      },
  )
}
