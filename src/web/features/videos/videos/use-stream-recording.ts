import { skipToken, useQuery } from '@tanstack/react-query'
import type { Stream } from '#shared/live/streams.ts'
import { type Video, getStreamRecording } from '#shared/videos/videos.ts'
import { call } from '#web/api/call.ts'
import { cacheEntities, entityKey, updateEntity } from '#web/api/entities.ts'
import { videoLikeIntents } from '#web/features/videos/shared/videos/video-like-intents.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

/** Interval at which a page asks for a recording that is about to be published. */
const POLL_MS = 30_000
/** Time after the end of a broadcast in which it asks: a long recording takes minutes. */
const MAX_WAIT_MS = 30 * 60_000

/**
 * The newest published recording of a stream that is not live; null while there is none or it is live. It is the record of the
 * query cache, whose likes and counts are live.
 */
export function useStreamRecording(stream: Stream, isLive: boolean): Video | null {
  const { id, startedAt } = stream
  const isOver = startedAt !== null && !isLive
  const { data: videoId, refetch } = useQuery({
    // Another broadcast has another recording.
    queryKey: ['stream-recording', id, startedAt],
    queryFn: async () => cacheRecording((await call(getStreamRecording, { params: { id } })).video),
    enabled: isOver,
    staleTime: 0,
    refetchInterval: ({ state }) => (!state.data && isExpected(stream, Date.now()) ? POLL_MS : false),
  })
  const { data: video } = useQuery<Video | null>({
    queryKey: entityKey('videos', videoId ?? 'none'),
    queryFn: skipToken,
  })
  useSocketMessages(isOver && stream.viewer.isOwner ? id : null, {
    onMessage: ({ type }) => void (type === 'video_changed' && refetch()),
    onConnected: (isFirst) => void (!isFirst && refetch()),
  })
  return isOver && videoId ? (video ?? null) : null
}

/** Stores a recording and returns its id. A like that is being sent is newer than the response. */
function cacheRecording(video: Video | null): string | null {
  if (!video) return null
  if (videoLikeIntents.isRunning(video.id))
    updateEntity<Video>('videos', video.id, ({ likesCount, viewer }) => ({ ...video, likesCount, viewer }))
  else cacheEntities('videos', [video])
  return video.id
}

function isExpected({ endedAt, settings }: Stream, now: number): boolean {
  const isPublished = settings.recordStream && settings.publishRecording
  return isPublished && endedAt !== null && now - Date.parse(endedAt) < MAX_WAIT_MS
}
