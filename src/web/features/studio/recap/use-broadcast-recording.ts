import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listCreatorVideos } from '#shared/videos/creator-videos.ts'
import type { Stream } from '#shared/live/streams.ts'
import { call } from '#web/api/call.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

const MAX_RECORDINGS = 5
/** Longest time that the server needs to close a recording and list it, in ms. */
const MAX_CLOSING_MS = 10_000

/** An end this long ago, in ms, is not recent. Generous, as device clocks are off by minutes. */
const RECENT_MS = 10 * 60_000

/** The recording of a stream's last broadcast, current through the socket. It may be listed shortly after the end. */
export function useBroadcastRecording({ id: streamId, startedAt, endedAt, settings }: Stream) {
  const query = useQuery({
    queryKey: ['recap', streamId, startedAt],
    queryFn: () => call(listCreatorVideos, { query: { streamId, limit: MAX_RECORDINGS } }),
    staleTime: 0,
  })
  const { data, isPending, error, refetch } = query
  const reload = async () => {
    // The first response may be older than the change, and a request that runs for it is not repeated.
    if (isPending) await refetch()
    await refetch()
  }
  useSocketMessages(streamId, {
    onMessage: ({ type }) => void (type === 'video_changed' && reload()),
    onConnected: (isFirst) => void (!isFirst && reload()),
  })
  // Recorded from the first media on, so not before the start.
  const recording = data?.find(({ recordedFrom }) => isSince(recordedFrom, startedAt)) ?? null
  const isClosing = useIsClosing(endedAt) && settings.recordStream
  return { recording, isPending, isClosing, error, refetch }
}

/** True for a short time after the mount, if the broadcast ended recently. */
function useIsClosing(endedAt: string | null): boolean {
  const [isClosing, setIsClosing] = useState(
    () => endedAt !== null && Date.now() - Date.parse(endedAt) < RECENT_MS,
  )
  useEffect(() => {
    const timer = setTimeout(() => setIsClosing(false), MAX_CLOSING_MS)
    return () => clearTimeout(timer)
  }, [])
  return isClosing
}

function isSince(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && Date.parse(one) >= Date.parse(other)
}
