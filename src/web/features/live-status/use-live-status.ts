import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type LiveStatus, getLiveStatus } from '#shared/live-status.ts'
import { call } from '#web/api/call.ts'

/** An operator watches these figures: they are asked for again while the page is seen, in ms. */
const LOOK_MS = 5_000

type Look = { at: number; cpuSeconds: number }

/** How the live engine stands, and the part of one core that it took between the last two looks. */
export function useLiveStatus() {
  const before = useRef<Look | null>(null)
  return useQuery({
    queryKey: ['admin', 'live'],
    queryFn: async () => {
      const status = await call(getLiveStatus, {})
      const now = { at: performance.now(), cpuSeconds: cpuOf(status) }
      const load = before.current && loadBetween(before.current, now)
      before.current = now
      return { ...status, load }
    },
    refetchInterval: LOOK_MS,
    staleTime: 0,
    gcTime: 0,
  })
}

const cpuOf = ({ processes }: LiveStatus) => processes.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)

/** 1 is a whole core. Null where a process began anew in between. */
function loadBetween(before: Look, now: Look): number | null {
  const seconds = now.cpuSeconds - before.cpuSeconds
  return seconds < 0 ? null : (seconds * 1000) / (now.at - before.at)
}
