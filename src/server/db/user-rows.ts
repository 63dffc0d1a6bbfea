import { type SQL, eq, getTableColumns, or } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Executor } from './executor.ts'

/** The columns that hold the id of the user whose data a row is: any of them. */
type Owner = PgColumn | readonly [PgColumn, ...PgColumn[]]
type Options = {
  /** Columns that are left out: secrets, and what other users have said of the user. */
  without?: readonly PgColumn[]
}

/**
 * Returns a function that exports a user's rows of tables, each under its name: `exportRows({ bookmarks: bookmarks.userId })`.
 * The columns of one name are of one table.
 */
export function exportRows(ownerByName: Record<string, Owner>, { without = [] }: Options = {}) {
  return async (db: Executor, userId: string): Promise<Record<string, object[]>> => {
    const exported: Record<string, object[]> = {}
    for (const [name, owner] of Object.entries(ownerByName)) {
      const columns = [owner].flat()
      const [{ table }] = columns as [PgColumn, ...PgColumn[]]
      const shown = Object.entries(getTableColumns(table)).filter(([, column]) => !without.includes(column))
      const isOwn: SQL | undefined = or(...columns.map((column) => eq(column, userId)))
      exported[name] = await db.select(Object.fromEntries(shown)).from(table).where(isOwn)
    }
    return exported
  }
}
