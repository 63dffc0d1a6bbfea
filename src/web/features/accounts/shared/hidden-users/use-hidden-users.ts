import { useSyncExternalStore } from 'react'
import { queryClient } from '#web/api/query-client.ts'
import { useJitteredCallback } from '#web/lib/hooks/use-jittered-callback.ts'
import { hiddenUsers, loadHiddenUsers } from './hidden-users.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

/** Spreads the requests of all pages after the server was unreachable. */
const MAX_JITTER_MS = 2000

/** Keeps the hidden users of the signed-in user current; when they change, all lists are loaded again without them. */
export function useHiddenUsersUpdates(): void {
  const loadJittered = useJitteredCallback(() => void loadHiddenUsers().catch(() => {}), MAX_JITTER_MS)
  useSocketMessages('own', {
    onMessage: (message) => {
      if (message.type !== 'hidden_users_changed') return
      void loadHiddenUsers().catch(() => {})
      void queryClient.invalidateQueries()
    },
    onConnected: (isFirst) => {
      if (isFirst) void loadHiddenUsers().catch(() => {})
      else loadJittered()
    },
  })
}

/** The hidden users, for what a page keeps outside of queries, such as a chat. */
export function useHiddenUsers(): ReadonlySet<string> {
  return useSyncExternalStore(hiddenUsers.subscribe, () => hiddenUsers.get().ids)
}
