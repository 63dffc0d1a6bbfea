import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Downstream } from '#shared/realtime.ts'
import { socket } from './socket.ts'

/** Whether the page's socket is connected; components that only look do not open it. */
export function useSocketState() {
  return useSyncExternalStore(socket.state.subscribe, socket.state.get)
}

/** Follows everything that is said about one stream while the component is there. */
export function useStreamTopic(streamId: string, onMessage: (message: Downstream) => void): void {
  const handle = useEffectEvent(onMessage)
  useEffect(() => {
    const release = socket.hold()
    const ends = [
      socket.onConnected(() => socket.send({ type: 'subscribe', streamId })),
      socket.onMessage((message) => {
        if ('streamId' in message && message.streamId === streamId) handle(message)
      }),
    ]
    return () => {
      for (const end of ends) end()
      release()
    }
  }, [streamId])
}
