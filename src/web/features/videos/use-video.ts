import { useQuery } from '@tanstack/react-query'
import { getVideo } from '#shared/videos.ts'
import { call } from '#web/api/call.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

/** One video's record; one that is being prepared is asked for again when the server says that it is ready. */
export function useVideo(videoId: string) {
  const query = useQuery({
    queryKey: ['videos', videoId],
    queryFn: () => call(getVideo, { params: { id: videoId } }),
    staleTime: 0,
  })
  const isWaiting = query.data?.state === 'processing'
  useSocketMessages(isWaiting ? videoId : null, {
    onMessage: (message) =>
      void (message.type === 'video_changed' && message.videoId === videoId && query.refetch()),
    onConnected: () => void query.refetch(),
  })
  return query
}
