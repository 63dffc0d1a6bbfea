import { useQuery } from '@tanstack/react-query'
import { getCreatorAnalytics } from '#shared/studio/creator-analytics.ts'
import { listCreatorVideos } from '#shared/videos/creator-videos.ts'
import type { Video } from '#shared/videos/videos.ts'
import { call } from '#web/api/call.ts'

/** The current user's figures since the beginning. */
export function useCreatorSummary() {
  return useQuery({
    queryKey: ['creator-analytics', 'summary'],
    queryFn: () => call(getCreatorAnalytics, {}),
    refetchOnMount: 'always',
  })
}

/** The current user's newest published video; null if there is none. */
export function useLatestVideo() {
  return useQuery({
    queryKey: ['creator-analytics', 'latest-video'],
    queryFn: async (): Promise<Video | null> => {
      const [latest] = await call(listCreatorVideos, { query: { filter: 'published', limit: 1 } })
      return latest ?? null
    },
    refetchOnMount: 'always',
  })
}
