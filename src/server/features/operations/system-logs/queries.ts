import { and, desc, eq, getTableColumns, inArray, lt } from 'drizzle-orm'
import type { LogCategory, LogLevel } from '#shared/operations/admin-logs.ts'
import { type Period, isCreatedIn } from '#server/db/columns.ts'
import type { Executor } from '#server/db/executor.ts'
import { containsFolded } from '#server/db/folded-text.ts'
import { USER_REF_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { systemLogs } from './schema.ts'

type NewLog = Pick<typeof systemLogs.$inferInsert, 'level' | 'category' | 'message'> &
  Partial<Pick<typeof systemLogs.$inferInsert, 'userId' | 'metadata'>>

/** Stores an entry for the operator's log page. The process log (pino) is separate. */
export async function recordLog(db: Executor, entry: NewLog): Promise<void> {
  await db.insert(systemLogs).values(entry)
}

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

/** Rows per statement of a cleanup. */
const BATCH_SIZE = 5000

/** Deletes the next entries before this time. Returns whether there may be more. */
export async function deleteLogsBefore(db: Executor, before: Date): Promise<boolean> {
  const next = db
    .select({ id: systemLogs.id })
    .from(systemLogs)
    .where(lt(systemLogs.createdAt, before))
    .limit(BATCH_SIZE)
  const { rowCount } = await db.delete(systemLogs).where(inArray(systemLogs.id, next))
  return rowCount === BATCH_SIZE
}
