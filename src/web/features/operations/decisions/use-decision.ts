import { useMutation, useQuery } from '@tanstack/react-query'
import { createAppeal, getDecision } from '#shared/operations/decisions.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'

const keyOf = (id: string) => ['decision', id]

export function useDecision(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => call(getDecision, { params: { id } }),
    staleTime: 0,
  })
}

export function useAppeal(id: string) {
  return useMutation({
    mutationFn: (words: string) => call(createAppeal, { body: { decisionId: id, words } }),
    onSuccess: (decision) => queryClient.setQueryData(keyOf(id), decision),
  })
}
