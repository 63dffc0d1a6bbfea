import { useJitteredCallback } from '#web/lib/hooks/use-jittered-callback.ts'
import { socket } from './socket.ts'
import { useSocketMessages } from './use-socket-messages.ts'

/** Longest time between a change and the look at it, in ms. */
const SPREAD_MS = 2000

/** Says when public streams have started or ended, many changes at once as one; also after the socket was away. */
export function useLiveChanges(onChange: () => void): void {
  const changed = useJitteredCallback(onChange, SPREAD_MS)
  useSocketMessages('live', {
    onConnected: (isFirst) => {
      socket.send({ type: 'subscribe_live' })
      if (!isFirst) changed()
    },
    onMessage: ({ type }) => {
      if (type === 'live_changed') changed()
    },
  })
}
