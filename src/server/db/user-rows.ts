import { eq, getTableColumns } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Executor } from './executor.ts'

type Options = {
  /** Columns that are left out: secrets, and what other users have said of the user. */
  without?: readonly PgColumn[]
}

/**
 * Returns a function that exports a user's rows, by a name for each kind. The column is the one with the user's id:
 * `exportRows({ bookmarks: bookmarks.userId })`.
 */
export function exportRows(ownerByName: Record<string, PgColumn>, { without = [] }: Options = {}) {
  return async (db: Executor, userId: string): Promise<Record<string, object[]>> => {
    const exported: Record<string, object[]> = {}
    for (const [name, owner] of Object.entries(ownerByName)) {
      const { table } = owner
      const columns = Object.entries(getTableColumns(table)).filter(([, column]) => !without.includes(column))
      exported[name] = await db.select(Object.fromEntries(columns)).from(table).where(eq(owner, userId))
    }
    return exported
  }
}
