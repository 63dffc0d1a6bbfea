import { useEffect, useEffectEvent } from 'react'
import type { Downstream } from '#shared/realtime.ts'
import { socket } from '#web/realtime/socket.ts'

type InboxMessage = Extract<Downstream, { type: 'notification' }>

type Inbox = {
  onMessage: (message: InboxMessage) => void
  /** There is a connection: the first, or the socket was away and may have missed something. */
  onConnected: (isFirst: boolean) => void
}

/** Follows what concerns the signed-in member, while `isActive`: the server tells every page of it without asking. */
export function useInbox(isActive: boolean, inbox: Inbox): void {
  const heard = useEffectEvent(inbox.onMessage)
  const connected = useEffectEvent(inbox.onConnected)
  useEffect(() => {
    if (!isActive) return
    let isFirst = true
    const ends = [
      socket.hold(),
      socket.onMessage((message) => {
        if (message.type === 'notification') heard(message)
      }),
      socket.onConnected(() => {
        connected(isFirst)
        isFirst = false
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [isActive])
}
