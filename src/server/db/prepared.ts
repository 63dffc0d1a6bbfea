import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { LIMITS } from '#shared/constants.ts'
import type { Executor } from './executor.ts'

type Statement<Values, Row> = (db: Executor, values: Values) => Promise<Row[]>
type Prepared = ReturnType<Executor['_']['session']['prepareQuery']>

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
  const bySession = new WeakMap<object, Prepared>()
  return async (db, values) => {
    const { session } = db._
    const known = bySession.get(session)
    const made = known ?? session.prepareQuery(query, undefined, name, false)
    if (!known) bySession.set(session, made)
    // Boundary: the driver answers `{ rows }`, and their columns are those of the statement's text.
    const { rows } = (await made.execute(values)) as { rows: Row[] }
    return rows
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
