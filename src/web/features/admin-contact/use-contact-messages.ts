import { useMutation } from '@tanstack/react-query'
import {
  type AdminContactMessage,
  type ContactState,
  listContactMessages,
  setContactMessageDone,
} from '#shared/admin-contact.ts'
import { call, callList } from '#web/api/call.ts'
import { getId } from '#web/api/pages.ts'
import { queryClient } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'

const KEY = ['admin', 'contact']

/** Polling interval: the socket has no message about new ones. */
const RELOAD_MS = 30_000

/** Messages of the contact form, the newest first. */
export function useContactMessages(state: ContactState) {
  return usePages({
    key: [...KEY, state],
    load: (cursor) => callList(listContactMessages, { query: { state, cursor } }),
    idOf: getId,
    staleMs: 0,
    reloadMs: RELOAD_MS,
  })
}

type Callbacks = { onDone: (message: AdminContactMessage) => void; onFailed: (error: unknown) => void }

export function useSetDone(id: string, { onDone, onFailed }: Callbacks) {
  return useMutation({
    mutationFn: (done: boolean) => call(setContactMessageDone, { params: { id }, body: { done } }),
    onSuccess: async (message) => {
      onDone(message)
      await queryClient.invalidateQueries({ queryKey: KEY })
    },
    onError: onFailed,
  })
}
