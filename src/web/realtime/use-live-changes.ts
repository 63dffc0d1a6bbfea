import { useJitteredCallback } from '#web/lib/hooks/use-jittered-callback.ts'
import { socket } from './socket.ts'
import { useSocketMessages } from './use-socket-messages.ts'

/** Spreads the refetches of all browsers after a change. */
const MAX_JITTER_MS = 2000

/** Calls `onChange` once per burst of starts and ends of public streams, and after a reconnect. */
export function useLiveChanges(onChange: () => void): void {
  const scheduleChange = useJitteredCallback(onChange, MAX_JITTER_MS)
  useSocketMessages('live', {
    onConnected: (isFirst) => {
      socket.send({ type: 'subscribe_live' })
      if (!isFirst) scheduleChange()
    },
    onMessage: ({ type }) => {
      if (type === 'live_changed') scheduleChange()
    },
  })
}
