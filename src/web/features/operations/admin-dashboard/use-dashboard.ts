import { useQuery } from '@tanstack/react-query'
import { getDashboard, getHealth } from '#shared/operations/admin-dashboard.ts'
import { call } from '#web/api/call.ts'

/** Of the health while the page is visible. */
const RELOAD_MS = 30_000

export function useDashboardStats() {
  return useQuery({
    queryKey: ['admin', 'dashboard'],
    queryFn: () => call(getDashboard, {}),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
}

export function useHealth() {
  return useQuery({
    queryKey: ['admin', 'health'],
    queryFn: () => call(getHealth, {}),
    staleTime: 0,
    // An old result would hide what has failed since.
    gcTime: 0,
    refetchInterval: RELOAD_MS,
    refetchOnWindowFocus: 'always',
  })
}
