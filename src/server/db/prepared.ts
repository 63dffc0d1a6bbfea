import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { LIMITS } from '#shared/constants.ts'
import type { Executor } from './executor.ts'

type Statement<Values, Row> = (db: Executor, values: Values) => Promise<Row[]>

const dialect = new PgDialect()

/**
 * Creates a named prepared statement for a frequent query: its text is built once, and PostgreSQL parses and plans it
 * once per connection. Values are `sql.placeholder('name')`; the same generic plan serves all of them.
 */
export function prepareStatement<Values extends Record<string, unknown>, Row>(
  name: string,
  statement: SQL,
): Statement<Values, Row> {
  const query = dialect.sqlToQuery(statement)
  const preparedIn = memoizeByDb((db) => db._.session.prepareQuery(query, undefined, name, false))
  return async (db, values) => {
    // Boundary: the driver returns `{ rows }` with the columns of the statement.
    const { rows } = (await preparedIn(db).execute(values)) as { rows: Row[] }
    return rows
  }
}

/** Calls `make` once per database and caches its result, such as a typed select that ends in `.prepare('name')`. */
export function memoizeByDb<T>(make: (db: Executor) => T): (db: Executor) => T {
  const resultByDb = new WeakMap<Executor, T>()
  return (db) => {
    const cached = resultByDb.get(db)
    if (cached) return cached
    const result = make(db)
    resultByDb.set(db, result)
    return result
  }
}

/**
 * Creates the prepared statements for a page of a list. The limit is a literal, because for an unknown limit PostgreSQL
 * plans as if a tenth of the table were read. There is one statement for the default limit and one for the maximum;
 * a page in between reads some rows more than it returns.
 */
export function preparePageStatement<Values extends Record<string, unknown>, Row>(
  name: string,
  statement: (limit: SQL) => SQL,
): (db: Executor, values: Values, limit: number) => Promise<Row[]> {
  const withLimit = (limit: number) =>
    prepareStatement<Values, Row>(`${name}_${limit}`, statement(sql.raw(String(limit + 1))))
  const [defaultPage, maxPage] = [withLimit(LIMITS.page.default), withLimit(LIMITS.page.max)]
  return (db, values, limit) => (limit <= LIMITS.page.default ? defaultPage : maxPage)(db, values)
}

/** The greatest UUID: the cursor before the first row of a list that is sorted by id, newest first. */
export const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
