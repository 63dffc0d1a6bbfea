import { useEffect, useEffectEvent } from 'react'
import type { Downstream } from '#shared/realtime.ts'
import { socket } from './socket.ts'

type Handlers = {
  onMessage: (message: Downstream) => void
  /** Called on each connection, to subscribe. After the first one, messages may have been missed. */
  onConnected?: (isFirst: boolean) => void
}

/** Listens to the page's socket. Gets every message of it. Another `key` restarts the listeners, and null removes them. */
export function useSocketMessages(key: string | null, handlers: Handlers): void {
  const onMessage = useEffectEvent(handlers.onMessage)
  const onConnected = useEffectEvent((isFirst: boolean) => handlers.onConnected?.(isFirst))
  useEffect(() => {
    if (key === null) return
    const release = socket.acquire()
    let isFirst = true
    const cleanups = [
      socket.onMessage((message) => onMessage(message)),
      socket.onConnected(() => {
        onConnected(isFirst)
        isFirst = false
      }),
    ]
    return () => {
      for (const cleanup of cleanups) cleanup()
      release()
    }
  }, [key])
}
