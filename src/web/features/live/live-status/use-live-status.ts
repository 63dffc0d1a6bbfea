import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type LiveStatus, getLiveStatus } from '#shared/live/live-status.ts'
import { call } from '#web/api/call.ts'

/** Polling interval while the page is visible. */
const POLL_MS = 5_000

type CpuSample = { atMs: number; cpuSeconds: number }

/** The state of the live engine, and its CPU load between the last two polls as a fraction of one core. */
export function useLiveStatus() {
  const previous = useRef<CpuSample | null>(null)
  return useQuery({
    queryKey: ['admin', 'live'],
    queryFn: async () => {
      const status = await call(getLiveStatus, {})
      const current = { atMs: performance.now(), cpuSeconds: totalCpuSeconds(status) }
      const load = previous.current && cpuLoad(previous.current, current)
      previous.current = current
      return { ...status, load }
    },
    refetchInterval: POLL_MS,
    staleTime: 0,
    gcTime: 0,
  })
}

const totalCpuSeconds = ({ processes }: LiveStatus) =>
  processes.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)

/** Returns the CPU load, 1 for one full core; null when a process has restarted in between. */
function cpuLoad(previous: CpuSample, current: CpuSample): number | null {
  const seconds = current.cpuSeconds - previous.cpuSeconds
  return seconds < 0 ? null : (seconds * 1000) / (current.atMs - previous.atMs)
}
