import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Payout, type PayoutState, getPayout, updatePayout } from '#shared/money/payouts.ts'
import { call } from '#web/api/call.ts'

const KEY = ['payout']

/** The current user's payout address. */
export function usePayout() {
  return useQuery({ queryKey: KEY, queryFn: () => call(getPayout, {}), refetchOnMount: 'always' })
}

type Callbacks = { onDone: (saved: PayoutState) => void; onFailed: (error: unknown) => void }

export function useSavePayout({ onDone, onFailed }: Callbacks) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Payout) => call(updatePayout, { body: change }),
    onSuccess: (saved) => {
      client.setQueryData<PayoutState>(KEY, saved)
      onDone(saved)
    },
    onError: onFailed,
  })
}
