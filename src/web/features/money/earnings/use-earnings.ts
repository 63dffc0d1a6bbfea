import { useQuery } from '@tanstack/react-query'
import { getEarnings, listTips } from '#shared/money/tips.ts'
import { call, callList } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Throttle } from '#web/lib/throttle.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

const KEY = ['earnings']

/** What the current user has earned; read again at each visit. */
export function useEarnings() {
  return useQuery({ queryKey: [...KEY, 'totals'], queryFn: () => call(getEarnings, {}), staleTime: 0 })
}

/** Tips to the current user, the newest first. */
export function useReceivedTips() {
  return usePages({
    key: [...KEY, 'tips'],
    load: (cursor) => callList(listTips, { query: { cursor } }),
    idOf: ({ id }) => id,
    staleMs: 0,
  })
}

/** Many tips may arrive at once, as in a stream. */
const reload = new Throttle(() => void queryClient.invalidateQueries({ queryKey: KEY }), { pauseMs: 1000 })

/** Loads totals and tips again when they have changed, and after a reconnect, as a change may have been missed. */
export function useFreshEarnings(): void {
  useSocketMessages('own', {
    onMessage: ({ type }) => {
      if (type === 'tips_changed') reload.request()
    },
    onConnected: (isFirst) => {
      if (!isFirst) reload.request()
    },
  })
}
