import { createInvitation, listInvitations, revokeInvitation } from '#shared/accounts/invitations.ts'
import { call, callList } from '#web/api/call.ts'
import { getId } from '#web/api/pages.ts'
import { usePages } from '#web/api/use-pages.ts'
import { type MutationCallbacks, useReloadingMutation } from '#web/api/use-reloading-mutation.ts'

const KEY = ['admin', 'invitations']

export function useInvitations() {
  return usePages({
    key: KEY,
    load: (cursor) => callList(listInvitations, { query: { cursor } }),
    idOf: getId,
    staleMs: 0,
  })
}

export function useCreateInvitation(callbacks: MutationCallbacks) {
  return useReloadingMutation({
    send: (body: { note: string; maxUses: number; days: number }) => call(createInvitation, { body }),
    invalidates: KEY,
    ...callbacks,
  })
}

export function useRevokeInvitation(id: string, callbacks: MutationCallbacks) {
  return useReloadingMutation({
    send: () => call(revokeInvitation, { params: { id } }),
    invalidates: KEY,
    ...callbacks,
  })
}
