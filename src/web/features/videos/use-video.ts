import { useQuery } from '@tanstack/react-query'
import { getVideo } from '#shared/videos.ts'
import { call } from '#web/api/call.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

/** Loads a video; while it is processing, refetches it when the server reports a change. */
export function useVideo(videoId: string) {
  const query = useQuery({
    queryKey: ['videos', videoId],
    queryFn: () => call(getVideo, { params: { id: videoId } }),
    staleTime: 0,
  })
  const isProcessing = query.data?.state === 'processing'
  useSocketMessages(isProcessing ? videoId : null, {
    onMessage: (message) =>
      void (message.type === 'video_changed' && message.videoId === videoId && query.refetch()),
    onConnected: () => void query.refetch(),
  })
  return query
}
