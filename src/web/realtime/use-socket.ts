import { useEffect } from 'react'
import type { Downstream } from '#shared/realtime.ts'
import { useJitteredCallback } from '#web/lib/hooks/use-jittered-callback.ts'
import { followStream } from './follow-stream.ts'
import { socket } from './socket.ts'
import { useSocketMessages } from './use-socket-messages.ts'

/** Subscribes to the topic of a stream while mounted; null subscribes to nothing. */
export function useStreamTopic(
  streamId: string | null,
  onMessage: (message: Downstream) => void,
  onConnected?: (isFirst: boolean) => void,
): void {
  // Before `useSocketMessages`, so that its cleanup can still send over the held socket.
  useEffect(() => (streamId === null ? undefined : followStream(socket, streamId)), [streamId])
  useSocketMessages(streamId, {
    onConnected(isFirst) {
      if (streamId !== null) socket.send({ type: 'subscribe', streamId })
      onConnected?.(isFirst)
    },
    onMessage: (message) => {
      if ('streamId' in message && message.streamId === streamId) onMessage(message)
    },
  })
}

/** Spreads the refetches of all pages after a change. */
const MAX_JITTER_MS = 2000

/** Calls `onChange`, coalesced, when public streams have started or ended, and after a reconnect. */
export function useLiveChanges(onChange: () => void): void {
  const scheduleChange = useJitteredCallback(onChange, MAX_JITTER_MS)
  useSocketMessages('live', {
    onConnected: (isFirst) => {
      socket.send({ type: 'subscribe_live' })
      if (!isFirst) scheduleChange()
    },
    onMessage: ({ type }) => {
      if (type === 'live_changed') scheduleChange()
    },
  })
}
