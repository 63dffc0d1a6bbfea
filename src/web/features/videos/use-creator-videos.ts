import { useQueryClient } from '@tanstack/react-query'
import { listCreatorVideos } from '#shared/videos.ts'
import { callList } from '#web/api/call.ts'
import { usePages } from '#web/api/use-pages.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

export const FILTERS = ['published', 'draft', 'private'] as const
export type VideoFilter = (typeof FILTERS)[number]

/** Of every list of one's own videos. */
export const CREATOR_VIDEOS = ['creator-videos']

/** One's own videos, newest first; a recording that is finished meanwhile is there by itself. */
export function useCreatorVideos(filter: VideoFilter | undefined) {
  const client = useQueryClient()
  const look = () => client.invalidateQueries({ queryKey: CREATOR_VIDEOS })
  useSocketMessages('videos', {
    onMessage: ({ type }) => void (type === 'video_changed' && look()),
    onConnected: (isFirst) => void (!isFirst && look()),
  })
  return usePages({
    key: [...CREATOR_VIDEOS, filter ?? 'all'],
    load: (cursor) => callList(listCreatorVideos, { query: { cursor, filter } }),
    idOf: ({ id }) => id,
    freshMs: 0,
  })
}
