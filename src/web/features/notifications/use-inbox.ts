import type { Downstream } from '#shared/realtime.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

type InboxMessage = Extract<Downstream, { type: 'notification' | 'notifications_withdrawn' }>

type InboxListener = {
  onMessage: (message: InboxMessage) => void
  /** Called on each connection; after the first, messages may have been missed. */
  onConnected: (isFirst: boolean) => void
}

/** Receives the current user's notification messages while `isActive`; the server sends them without a subscription. */
export function useInbox(isActive: boolean, { onMessage, onConnected }: InboxListener): void {
  useSocketMessages(isActive ? 'inbox' : null, {
    onConnected,
    onMessage: (message) => {
      if (message.type === 'notification' || message.type === 'notifications_withdrawn') onMessage(message)
    },
  })
}
