import { useQuery } from '@tanstack/react-query'
import type { Stream } from '#shared/streams.ts'
import { type Video, getStreamRecording } from '#shared/videos.ts'
import { call } from '#web/api/call.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

/** Interval at which a page asks for a recording that is about to be published. */
const POLL_MS = 30_000
/** Time after the end of a broadcast in which it asks: a long recording takes minutes. */
const MAX_WAIT_MS = 30 * 60_000

/** The newest published recording of a stream that is not live; null while there is none or it is live. */
export function useStreamRecording(stream: Stream, isLive: boolean): Video | null {
  const { id, startedAt } = stream
  const isOver = startedAt !== null && !isLive
  const { data, refetch } = useQuery({
    // Another broadcast has another recording.
    queryKey: ['stream-recording', id, startedAt],
    queryFn: () => call(getStreamRecording, { params: { id } }),
    enabled: isOver,
    staleTime: 0,
    refetchInterval: () => (isExpected(stream, Date.now()) ? POLL_MS : false),
  })
  useSocketMessages(isOver && stream.viewer.isOwner ? id : null, {
    onMessage: ({ type }) => void (type === 'video_changed' && refetch()),
    onConnected: (isFirst) => void (!isFirst && refetch()),
  })
  return isOver ? (data?.video ?? null) : null
}

function isExpected({ endedAt, settings }: Stream, now: number): boolean {
  const isPublished = settings.recordStream && settings.publishRecording
  return isPublished && endedAt !== null && now - Date.parse(endedAt) < MAX_WAIT_MS
}
