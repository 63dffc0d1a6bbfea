import { useQuery } from '@tanstack/react-query'
import { listAudit, listLogs } from '#shared/operations/admin-logs.ts'
import { call, callList } from '#web/api/call.ts'
import { type AuditFilter, type LogsFilter, auditQuery, logsQuery } from './filters.ts'
import { useLiveList } from './use-live-list.ts'

const KEY = ['admin', 'logs']

export function useSystemLog(filter: LogsFilter, isLive: boolean) {
  const query = logsQuery(filter)
  return useLiveList({
    key: [...KEY, 'system', query],
    period: query,
    load: (part) => callList(listLogs, { query: { ...query, ...part } }),
    isLive,
  })
}

export function useAuditTrail(filter: AuditFilter, isLive: boolean) {
  const query = auditQuery(filter)
  return useLiveList({
    key: [...KEY, 'audit', query],
    period: query,
    load: (part) => callList(listAudit, { query: { ...query, ...part } }),
    isLive,
  })
}

/** Entries of a user's page. */
const MAX_HISTORY = 8
/** Actions on the same page should appear soon. */
const HISTORY_MS = 5_000

/** The latest entries about a user and by this user, the newest first. */
export function useUserHistory(userId: string) {
  return useQuery({
    queryKey: [...KEY, 'history', userId],
    queryFn: async () => {
      const [about, by] = await Promise.all([
        call(listAudit, { query: { subjectId: userId, limit: MAX_HISTORY } }),
        call(listAudit, { query: { actorId: userId, limit: MAX_HISTORY } }),
      ])
      const entryById = new Map([...about, ...by].map((entry) => [entry.id, entry]))
      const newestFirst = [...entryById.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1))
      return { entries: newestFirst.slice(0, MAX_HISTORY), hasActed: by.length > 0 }
    },
    staleTime: 0,
    refetchInterval: HISTORY_MS,
  })
}
