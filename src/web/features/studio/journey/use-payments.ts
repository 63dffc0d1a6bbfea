import { listPayments } from '#shared/money/payments.ts'
import { callList } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

const KEY = ['payments']

/** Every payment that the current user made, the newest first; kept current while it is shown. */
export function usePayments() {
  const reload = () => void queryClient.invalidateQueries({ queryKey: KEY })
  useSocketMessages('own', {
    onMessage: ({ type }) => {
      // Each payment of Creator Pro changes the account.
      if (type === 'tips_changed' || type === 'account_changed') reload()
    },
    onConnected: (isFirst) => {
      if (!isFirst) reload()
    },
  })
  return usePages({
    key: KEY,
    load: (cursor) => callList(listPayments, { query: { cursor } }),
    idOf: ({ id }) => id,
    staleMs: 0,
  })
}
