import { useQuery } from '@tanstack/react-query'
import {
  type CaseState,
  type CASE_ORDERS,
  type CaseDetails,
  type ModeratedDecision,
  countModeration,
  decideAppeal,
  decideCase,
  getCase,
  leaveCase,
  listAppeals,
  listCases,
  undoDecision,
  viewCase,
} from '#shared/operations/moderation.ts'
import type { ArgumentsOf, ResponseOf } from '#shared/endpoint.ts'
import { useEffect } from 'react'
import { call, callList } from '#web/api/call.ts'
import { getId } from '#web/api/pages.ts'
import { queryClient } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'
import { type MutationCallbacks, useReloadingMutation } from '#web/api/use-reloading-mutation.ts'

const KEY = ['moderation']

/** Polling interval: the socket has no message about reports and other moderators. */
const RELOAD_MS = 5000
/** The interval at which an open case is reported to the other moderators. */
const VIEW_MS = 10_000

type Order = (typeof CASE_ORDERS)[number]

export function useCases(state: CaseState, order: Order) {
  return usePages({
    key: [...KEY, 'cases', state, order],
    load: (cursor) => callList(listCases, { query: { state, order, cursor } }),
    idOf: getId,
    staleMs: 0,
    reloadMs: RELOAD_MS,
  })
}

export function useAppeals() {
  return usePages({
    key: [...KEY, 'appeals'],
    load: (cursor) => callList(listAppeals, { query: { cursor } }),
    idOf: getId,
    staleMs: 0,
    reloadMs: RELOAD_MS,
  })
}

/** How much waits for moderators. */
export function useModerationCounts() {
  return useQuery({
    queryKey: [...KEY, 'counts'],
    queryFn: () => call(countModeration, {}),
    refetchInterval: RELOAD_MS,
  })
}

export function useCase(id: string) {
  return useQuery({
    queryKey: caseKey(id),
    queryFn: () => call(getCase, { params: { id } }),
    staleTime: 0,
  })
}
const caseKey = (id: string) => [...KEY, 'case', id]

const viewersKey = (id: string) => [...KEY, 'viewers', id]

/** Tells the other moderators that this one has the case open, while the page shows it. Returns them. */
export function useViewers(id: string) {
  const { data } = useQuery({
    queryKey: viewersKey(id),
    queryFn: () => call(viewCase, { params: { id } }),
    refetchInterval: VIEW_MS,
    staleTime: 0,
  })
  useEffect(() => () => void call(leaveCase, { params: { id } }).catch(() => {}), [id])
  return data
}

type OpenCase = ResponseOf<typeof viewCase>
type Decide = ArgumentsOf<typeof decideCase>['body']

/** After a refusal the case is loaded again as well: another moderator may have decided it. */
export function useDecide(id: string, { onDone, onFailed }: MutationCallbacks<CaseDetails, Decide>) {
  return useReloadingMutation({
    send: (body: Decide) => call(decideCase, { params: { id }, body }),
    invalidates: KEY,
    onDone: (details, input) => {
      queryClient.setQueryData(caseKey(id), details)
      // The earlier state would look like a decision of another moderator.
      queryClient.setQueryData<OpenCase>(viewersKey(id), (view) => view && { ...view, state: details.state })
      onDone(details, input)
    },
    onFailed: (error) => {
      void queryClient.invalidateQueries({ queryKey: KEY })
      onFailed(error)
    },
  })
}

export function useUndo(callbacks: MutationCallbacks<ModeratedDecision, string>) {
  return useReloadingMutation({
    send: (id: string) => call(undoDecision, { params: { id } }),
    invalidates: KEY,
    ...callbacks,
  })
}

type DecideAppeal = ArgumentsOf<typeof decideAppeal>['body']

export function useDecideAppeal(id: string, callbacks: MutationCallbacks<ModeratedDecision, DecideAppeal>) {
  return useReloadingMutation({
    send: (body: DecideAppeal) => call(decideAppeal, { params: { id }, body }),
    invalidates: KEY,
    ...callbacks,
  })
}
