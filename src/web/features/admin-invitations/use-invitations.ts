import { useMutation } from '@tanstack/react-query'
import { createInvitation, listInvitations, revokeInvitation } from '#shared/invitations.ts'
import { call, callList } from '#web/api/call.ts'
import { getId } from '#web/api/pages.ts'
import { queryClient } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'

const KEY = ['admin', 'invitations']

export function useInvitations() {
  return usePages({
    key: KEY,
    load: (cursor) => callList(listInvitations, { query: { cursor } }),
    idOf: getId,
    staleMs: 0,
  })
}

type Callbacks = { onDone: () => void; onFailed: (error: unknown) => void }

export function useCreateInvitation({ onDone, onFailed }: Callbacks) {
  return useMutation({
    mutationFn: (body: { note: string; maxUses: number; days: number }) => call(createInvitation, { body }),
    onSuccess: () => {
      reload()
      onDone()
    },
    onError: onFailed,
  })
}

export function useRevokeInvitation(id: string, { onDone, onFailed }: Callbacks) {
  return useMutation({
    mutationFn: () => call(revokeInvitation, { params: { id } }),
    onSuccess: () => {
      reload()
      onDone()
    },
    onError: onFailed,
  })
}

function reload(): void {
  void queryClient.invalidateQueries({ queryKey: KEY })
}
