import { useQueryClient } from '@tanstack/react-query'
import { listCreatorVideos } from '#shared/creator-videos.ts'
import { callList } from '#web/api/call.ts'
import { usePages } from '#web/api/use-pages.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

export const VIDEO_FILTERS = ['published', 'draft', 'private'] as const
export type VideoFilter = (typeof VIDEO_FILTERS)[number]

/** Cache key prefix of all lists of the current user's videos. */
export const CREATOR_VIDEOS_KEY = ['creator-videos']

/** The current user's videos, newest first; refetched when a recording changes. */
export function useCreatorVideos(filter: VideoFilter | undefined) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: CREATOR_VIDEOS_KEY })
  useSocketMessages('videos', {
    onMessage: ({ type }) => void (type === 'video_changed' && refetch()),
    onConnected: (isFirst) => void (!isFirst && refetch()),
  })
  return usePages({
    key: [...CREATOR_VIDEOS_KEY, filter ?? 'all'],
    load: (cursor) => callList(listCreatorVideos, { query: { cursor, filter } }),
    idOf: ({ id }) => id,
    staleMs: 0,
  })
}
