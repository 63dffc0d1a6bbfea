import {
  type AuditEntry,
  MAX_LOG_SEARCH,
  MAX_SUBJECT_ID,
  type LogCategory,
  type LogEntry,
  type LogLevel,
  logCategory,
  logLevel,
} from '#shared/operations/admin-logs.ts'
import { isSearchable } from '#shared/text/searchable.ts'
import { type AuditAction, auditAction } from '#shared/operations/audit.ts'
import { firstCodePoints, id } from '#shared/fields.ts'
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts'

/** Days of this device's time, as `YYYY-MM-DD`; '' for an open end. Both belong to the period. */
export type Days = { from: string; to: string }
export type Period = { from?: string; to?: string }

/** The filter of the log; `search` as typed. */
export type LogsFilter = Days & {
  level: LogLevel | null
  category: LogCategory | null
  userId: string | null
  search: string
}

/** The filter in the URL: `?level=&category=&userId=&search=&from=&to=`. Omits values that the server would refuse. */
export function useLogsFilter() {
  const [values, setValues] = useUrlFilter(['level', 'category', 'userId', 'search', 'from', 'to'])
  const filter: LogsFilter = {
    ...daysOf(values),
    level: logLevel.safeParse(values.level).data ?? null,
    category: logCategory.safeParse(values.category).data ?? null,
    userId: id.safeParse(values.userId).data ?? null,
    search: values.search,
  }
  return [filter, setValues] as const
}

/** The filter of the audit trail. */
export type AuditFilter = Days & {
  action: AuditAction | null
  actorId: string | null
  subjectId: string | null
}

/** The filter in the URL: `?action=&actorId=&subjectId=&from=&to=`. */
export function useAuditFilter() {
  const [values, setValues] = useUrlFilter(['action', 'actorId', 'subjectId', 'from', 'to'])
  const filter: AuditFilter = {
    ...daysOf(values),
    action: auditAction.safeParse(values.action).data ?? null,
    actorId: id.safeParse(values.actorId).data ?? null,
    subjectId: firstCodePoints(values.subjectId.trim(), MAX_SUBJECT_ID) || null,
  }
  return [filter, setValues] as const
}

/** The query of the call. */
export function logsQuery({ level, category, userId, search, ...days }: LogsFilter) {
  const text = search.trim()
  return {
    ...periodOf(days),
    ...(level && { level }),
    ...(category && { category }),
    ...(userId !== null && { userId }),
    ...(isSearchable(text) && { search: firstCodePoints(text, MAX_LOG_SEARCH) }),
  }
}

/** The query of the call. */
export function auditQuery({ action, actorId, subjectId, ...days }: AuditFilter) {
  return {
    ...periodOf(days),
    ...(action && { action }),
    ...(actorId !== null && { actorId }),
    ...(subjectId !== null && { subjectId }),
  }
}

/** Returns the name of a user of a filter, from the loaded entries; the id if none has it. */
export const nameInEntries = (entries: readonly (LogEntry | AuditEntry)[] | undefined, userId: string) =>
  (entries ?? [])
    .flatMap((entry) => ('user' in entry ? [entry.user] : [entry.actor, entry.subject]))
    .find((user) => user?.id === userId)

function daysOf({ from, to }: Days): Days {
  return { from: isDay(from) ? from : '', to: isDay(to) ? to : '' }
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(new Date(`${text}T00:00`).getTime())

/** Converts days to instants, of which the second is after the period. */
function periodOf({ from, to }: Days): Period {
  return {
    ...(from !== '' && { from: startOf(from, 0) }),
    ...(to !== '' && { to: startOf(to, 1) }),
  }
}

function startOf(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + daysLater)
  const time = Math.min(Math.max(date.getTime(), FIRST_INSTANT_MS), LAST_INSTANT_MS)
  return new Date(time).toISOString()
}

/** Other years do not have the four digits of an instant in a query. */
const FIRST_INSTANT_MS = Date.parse('0000-01-01T00:00:00.000Z')
const LAST_INSTANT_MS = Date.parse('9999-12-31T23:59:59.999Z')
