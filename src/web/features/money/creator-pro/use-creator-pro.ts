import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type CreatorPro,
  cancelCreatorPro,
  getCreatorPro,
  listCreatorProPayments,
  refreshCreatorPro,
  subscribeToCreatorPro,
} from '#shared/money/creator-pro.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { call, callList } from '#web/api/call.ts'
import { usePages } from '#web/api/use-pages.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

const STATE = ['creator-pro', 'state']
const PAYMENTS = ['creator-pro', 'payments']

/** The current user's subscription; kept current, as the user's record changes with it. */
export function useCreatorPro() {
  const client = useQueryClient()
  const userId = useCurrentUser()?.id
  const reload = () => {
    void client.invalidateQueries({ queryKey: STATE })
    void client.invalidateQueries({ queryKey: PAYMENTS })
  }
  useSocketMessages('own', {
    onMessage: (message) => {
      if (message.type === 'account_changed' && message.userId === userId) reload()
    },
    onConnected: (isFirst) => {
      if (!isFirst) reload()
    },
  })
  return useQuery({ queryKey: STATE, queryFn: () => call(getCreatorPro, {}), refetchOnMount: 'always' })
}

export const useCreatorProPayments = () =>
  usePages({
    key: PAYMENTS,
    load: (cursor) => callList(listCreatorProPayments, { query: { cursor } }),
    idOf: ({ id }) => id,
    staleMs: 0,
  })

type Callbacks<Result> = { onDone: (result: Result) => void; onFailed: (error: unknown) => void }

export function useSubscribe({ onDone, onFailed }: Callbacks<ResponseOf<typeof subscribeToCreatorPro>>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(subscribeToCreatorPro, {}),
    onSuccess: onDone,
    onError: onFailed,
    // It is pending then; after an error it may be offered no longer, or another page has subscribed.
    onSettled: () => client.invalidateQueries({ queryKey: STATE }),
  })
}

export function useCancel({ onDone, onFailed }: Callbacks<CreatorPro>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(cancelCreatorPro, {}),
    onSuccess: (state) => {
      store(client, state)
      onDone(state)
    },
    onError: onFailed,
  })
}

/** Asks the provider for the state. */
export function useRefresh({ onDone, onFailed }: Callbacks<CreatorPro>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(refreshCreatorPro, {}),
    onSuccess: (state) => {
      store(client, state)
      onDone(state)
    },
    onError: onFailed,
  })
}

function store(client: QueryClient, state: CreatorPro): void {
  client.setQueryData<CreatorPro>(STATE, state)
  void client.invalidateQueries({ queryKey: PAYMENTS })
}
