import type { Downstream } from '#shared/realtime.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

type InboxMessage = Extract<Downstream, { type: 'notification' | 'notifications_withdrawn' }>

type Inbox = {
  onMessage: (message: InboxMessage) => void
  /** There is a connection: the first, or the socket was away and may have missed something. */
  onConnected: (isFirst: boolean) => void
}

/** Follows what concerns the signed-in member, while `isActive`: the server tells every page of it without asking. */
export function useInbox(isActive: boolean, { onMessage, onConnected }: Inbox): void {
  useSocketMessages(isActive ? 'inbox' : null, {
    onConnected,
    onMessage: (message) => {
      if (message.type === 'notification' || message.type === 'notifications_withdrawn') onMessage(message)
    },
  })
}
