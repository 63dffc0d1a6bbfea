import { useEffect, useEffectEvent } from 'react'
import type { Downstream } from '#shared/realtime.ts'
import { socket } from './socket.ts'

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
