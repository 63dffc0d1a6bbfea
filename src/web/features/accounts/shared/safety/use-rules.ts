import { useQuery } from '@tanstack/react-query'
import { listRules } from '#shared/operations/reports.ts'
import { call } from '#web/api/call.ts'

/** The rules of the site, in their order. */
export function useRules() {
  return useQuery({ queryKey: ['rules'], queryFn: () => call(listRules, {}), staleTime: 60_000 })
}
