import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getVideo, type Video } from '#shared/videos.ts'
import { call } from '#web/api/call.ts'
import { cacheEntities, entityKey } from '#web/api/entities.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

/** Loads a video. Its owner's page follows the processing, until the last quality is ready. */
export function useVideo(videoId: string) {
  const queryClient = useQueryClient()
  const queryKey = ['videos', videoId]
  const query = useQuery({
    queryKey,
    queryFn: () => call(getVideo, { params: { id: videoId } }),
    staleTime: 0,
  })
  const isProcessing = query.data?.state === 'processing' || (query.data?.progress ?? null) !== null
  useSocketMessages(isProcessing ? videoId : null, {
    onMessage(message) {
      if (message.type === 'video_changed' && message.videoId === videoId) void query.refetch()
      if (message.type === 'video_progress' && message.videoId === videoId)
        queryClient.setQueryData<Video>(
          queryKey,
          (video) => video && { ...video, progress: message.progress },
        )
    },
    onConnected: () => void query.refetch(),
  })
  return query
}

/** Caches a video that came with another response, and returns the cached one, whose likes and counts are live. */
export function useCachedVideo(initial: Video): Video {
  useEffect(() => {
    cacheEntities('videos', [initial])
  }, [initial])
  const { data } = useQuery({
    queryKey: entityKey('videos', initial.id),
    queryFn: () => call(getVideo, { params: { id: initial.id } }),
    enabled: false,
    initialData: initial,
  })
  return data
}
