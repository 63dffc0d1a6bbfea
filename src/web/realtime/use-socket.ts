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

/** Longest time between a change and the look at it, in ms: a thousand lists must not ask in one instant. */
const SPREAD_MS = 2000

/** Says when public streams have started or ended, many changes at once as one; also after the socket was away. */
export function useLiveChanges(onChange: () => void): void {
  const handle = useEffectEvent(onChange)
  useEffect(() => {
    const release = socket.hold()
    let timer: ReturnType<typeof setTimeout> | null = null
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = null
        handle()
      }, Math.random() * SPREAD_MS)
    }
    let isFirst = true
    const ends = [
      socket.onConnected(() => {
        socket.send({ type: 'subscribe_live' })
        if (!isFirst) changed()
        isFirst = false
      }),
      socket.onMessage((message) => {
        if (message.type === 'live_changed') changed()
      }),
    ]
    return () => {
      if (timer) clearTimeout(timer)
      for (const end of ends) end()
      release()
    }
  }, [])
}
