import { refreshCurrentUser } from '#web/api/current-user.ts'
import { useJitteredCallback } from '#web/lib/hooks/use-jittered-callback.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

/** Spreads the requests of all pages after the server was unreachable. */
const MAX_JITTER_MS = 2000

/** Keeps the record of the signed-in user current, which another page, another device or an operator may change. */
export function useOwnAccount(userId: string): void {
  const refreshJittered = useJitteredCallback(() => void refreshCurrentUser(), MAX_JITTER_MS)
  useSocketMessages('own', {
    onMessage: (message) => {
      if (message.type === 'account_changed' && message.userId === userId) void refreshCurrentUser()
    },
    onConnected: (isFirst) => {
      if (!isFirst) refreshJittered()
    },
  })
}
