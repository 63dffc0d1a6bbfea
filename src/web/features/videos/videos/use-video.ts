import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getVideo, type Video } from '#shared/videos/videos.ts'
import { call } from '#web/api/call.ts'
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
