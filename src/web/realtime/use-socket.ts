import { useEffect } from 'react'
import type { Downstream } from '#shared/realtime.ts'
import { useJitteredCallback } from '#web/lib/hooks/use-jittered-callback.ts'
import { followStream } from './follow-stream.ts'
import { socket } from './socket.ts'
import { useSocketMessages } from './use-socket-messages.ts'

/** Follows everything that is said about one stream while the component is there; null follows nothing. */
export function useStreamTopic(
  streamId: string | null,
  onMessage: (message: Downstream) => void,
  onConnected?: (isFirst: boolean) => void,
): void {
  // Before the socket is let go.
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

/** Longest time between a change and the look at it, in ms. */
const SPREAD_MS = 2000

/** Says when public streams have started or ended, many changes at once as one; also after the socket was away. */
export function useLiveChanges(onChange: () => void): void {
  const changed = useJitteredCallback(onChange, SPREAD_MS)
  useSocketMessages('live', {
    onConnected: (isFirst) => {
      socket.send({ type: 'subscribe_live' })
      if (!isFirst) changed()
    },
    onMessage: ({ type }) => {
      if (type === 'live_changed') changed()
    },
  })
}
