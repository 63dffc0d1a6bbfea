import { and, desc, eq, getTableColumns, lt } from 'drizzle-orm'
import type { LogCategory, LogLevel } from '#shared/operations/admin-logs.ts'
import { type Period, isCreatedIn } from '#server/db/columns.ts'
import type { Executor } from '#server/db/executor.ts'
import { containsFolded } from '#server/db/folded-text.ts'
import { USER_REF_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { systemLogs } from '#server/logs/schema.ts'

export type LogFilter = Period & {
  level?: LogLevel | undefined
  category?: LogCategory | undefined
  userId?: string | undefined
  search?: string | undefined
}

type Page = { limit: number; before: string | undefined }

/** Returns the entries that match, the newest first; one more than `limit` when there are more. */
export function listLogs(db: Executor, filter: LogFilter, { limit, before }: Page) {
  // Users are joined to the rows of the page alone.
  const entries = db
    .select(LOG_COLUMNS)
    .from(systemLogs)
    .where(and(matches(filter), before === undefined ? undefined : lt(systemLogs.id, before)))
    .orderBy(desc(systemLogs.id))
    .limit(limit + 1)
    .as('entries')
  return db
    .select({
      entry: {
        id: entries.id,
        level: entries.level,
        message: entries.message,
        category: entries.category,
        userId: entries.userId,
        metadata: entries.metadata,
        createdAt: entries.createdAt,
      },
      user: USER_REF_COLUMNS,
    })
    .from(entries)
    .leftJoin(users, eq(users.id, entries.userId))
    .orderBy(desc(entries.id))
}

const { search: _search, ...LOG_COLUMNS } = getTableColumns(systemLogs)

const matches = ({ level, category, userId, search, ...period }: LogFilter) =>
  and(
    level && eq(systemLogs.level, level),
    category && eq(systemLogs.category, category),
    userId === undefined ? undefined : eq(systemLogs.userId, userId),
    search ? containsFolded(systemLogs.search, search) : undefined,
    isCreatedIn(systemLogs.id, period),
  )
