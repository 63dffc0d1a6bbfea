import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { LIMITS } from '#shared/constants.ts'
import type { Executor } from './executor.ts'

type Statement<Values, Row> = (db: Executor, values: Values) => Promise<Row[]>

const dialect = new PgDialect()

/**
 * A statement for what is asked all the time: its text is put together once, and PostgreSQL parses and plans it once
 * a connection. Values come in as `sql.placeholder('name')`; one plan has to do for all of them.
 */
export function prepared<Values extends Record<string, unknown>, Row>(
  name: string,
  statement: SQL,
): Statement<Values, Row> {
  const query = dialect.sqlToQuery(statement)
  const preparedIn = onceFor((db) => db._.session.prepareQuery(query, undefined, name, false))
  return async (db, values) => {
    // Boundary: the driver answers `{ rows }`, and their columns are those of the statement's text.
    const { rows } = (await preparedIn(db).execute(values)) as { rows: Row[] }
    return rows
  }
}

/** Makes something of a database once: a select that ends in `.prepare('name')`, with its rows' types. */
export function onceFor<T>(make: (db: Executor) => T): (db: Executor) => T {
  const made = new WeakMap<Executor, T>()
  return (db) => {
    const known = made.get(db)
    if (known) return known
    const fresh = make(db)
    made.set(db, fresh)
    return fresh
  }
}

/**
 * A statement for a page of a list. Its limit stands in the text, as PostgreSQL plans an unknown one for a tenth of
 * the table; so there are two, and a page between them reads a few rows more than it shows.
 */
export function preparedPage<Values extends Record<string, unknown>, Row>(
  name: string,
  statement: (limit: SQL) => SQL,
): (db: Executor, values: Values, limit: number) => Promise<Row[]> {
  const of = (limit: number) =>
    prepared<Values, Row>(`${name}_${limit}`, statement(sql.raw(String(limit + 1))))
  const [usual, longest] = [of(LIMITS.page.default), of(LIMITS.page.max)]
  return (db, values, limit) => (limit <= LIMITS.page.default ? usual : longest)(db, values)
}

/** Before every id that there is, counted backwards: where a list that shows the newest first begins. */
export const BEGINNING = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
