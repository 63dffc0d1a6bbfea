import { useEffect, useEffectEvent } from 'react'
import type { Downstream } from '#shared/realtime.ts'
import { socket } from './socket.ts'

type Following = {
  onMessage: (message: Downstream) => void
  /** There is a connection: subscribe. After the first, the socket was away and something may have been missed. */
  onConnected?: (isFirst: boolean) => void
}

/** Follows the page's socket. `topic` names what is followed: another one begins anew, and null follows nothing. */
export function useSocketMessages(topic: string | null, following: Following): void {
  const heard = useEffectEvent(following.onMessage)
  const connected = useEffectEvent((isFirst: boolean) => following.onConnected?.(isFirst))
  useEffect(() => {
    if (topic === null) return
    const release = socket.hold()
    let isFirst = true
    const ends = [
      socket.onMessage((message) => heard(message)),
      socket.onConnected(() => {
        connected(isFirst)
        isFirst = false
      }),
    ]
    return () => {
      for (const end of ends) end()
      release()
    }
  }, [topic])
}
