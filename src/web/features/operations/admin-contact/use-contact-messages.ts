import { useQuery } from '@tanstack/react-query'
import {
  type AdminContactMessage,
  type ContactState,
  answerContactMessage,
  assignContactMessage,
  listContactAssignees,
  listContactMessages,
  setContactMessageDone,
} from '#shared/operations/admin-contact.ts'
import { call, callList } from '#web/api/call.ts'
import { getId } from '#web/api/pages.ts'
import { queryClient } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'
import { type MutationCallbacks, useReloadingMutation } from '#web/api/use-reloading-mutation.ts'

const KEY = ['admin', 'contact']
const LISTS_KEY = [...KEY, 'list']

/** Polling interval: the socket has no message about what senders and other admins do (decision 39). */
const RELOAD_MS = 3000

/** Messages of the contact form, the newest first. */
export function useContactMessages(state: ContactState) {
  return usePages({
    key: [...LISTS_KEY, state],
    load: (cursor) => callList(listContactMessages, { query: { state, cursor } }),
    idOf: getId,
    staleMs: 0,
    reloadMs: RELOAD_MS,
  })
}

/** The admins to whom a message can be assigned. */
export function useAssignees() {
  return useQuery({
    queryKey: [...KEY, 'assignees'],
    queryFn: () => call(listContactAssignees, {}),
    staleTime: 60_000,
  })
}

type Callbacks = MutationCallbacks<AdminContactMessage>

export function useSetDone(id: string, callbacks: Callbacks) {
  return useReloadingMutation({
    send: (done: boolean) => call(setContactMessageDone, { params: { id }, body: { done } }),
    invalidates: LISTS_KEY,
    ...callbacks,
  })
}

export function useAssign(id: string, callbacks: Callbacks) {
  return useReloadingMutation({
    send: (userId: string | null) => call(assignContactMessage, { params: { id }, body: { userId } }),
    invalidates: LISTS_KEY,
    ...callbacks,
  })
}

type Answer = { text: string; idempotencyKey: string }

/** After a refusal the lists are loaded as well: another admin may have answered. */
export function useAnswer(id: string, { onDone, onFailed }: Callbacks) {
  return useReloadingMutation({
    send: (body: Answer) => call(answerContactMessage, { params: { id }, body }),
    invalidates: LISTS_KEY,
    onDone,
    onFailed: (error) => {
      void queryClient.invalidateQueries({ queryKey: LISTS_KEY })
      onFailed(error)
    },
  })
}
