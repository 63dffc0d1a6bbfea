import { useQuery } from '@tanstack/react-query'
import { getCreatorAnalytics } from '#shared/studio/creator-analytics.ts'
import { call } from '#web/api/call.ts'
import { CREATOR_VIDEOS_KEY } from '#web/features/studio/shared/creator-videos/creator-videos-key.ts'

/** The figures above the list; undefined while they are loading. Every change of a video loads them again. */
export function useVideoFigures() {
  const { data } = useQuery({
    queryKey: [...CREATOR_VIDEOS_KEY, 'figures'],
    queryFn: () => call(getCreatorAnalytics, {}),
    staleTime: 0,
  })
  return data
}
