import { randomUUID } from 'node:crypto'
import pg from 'pg'

export type Statement = { text: string; values: unknown[]; name?: string }

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/**
 * The statements that a request has sent to PostgreSQL, to be sent again for another order by the driver alone: with the other
 * order's ids, and new ids for the rows that they insert.
 */
export class RecordedStatements {
  readonly #statements: Statement[] = []
  #isRecording = false

  constructor() {
    const record = (statement: Statement) => {
      if (this.#isRecording) this.#statements.push(statement)
    }
    // Boundary: the method has a dozen overloads; the arguments are passed on unchanged.
    const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
    Object.assign(pg.Client.prototype, {
      query(this: pg.Client, config: unknown, values: unknown, ...more: unknown[]) {
        record(toStatement(config, values))
        return query.call(this, config, values, ...more)
      },
    })
  }

  start(): void {
    this.#statements.length = 0
    this.#isRecording = true
  }

  stop(): void {
    this.#isRecording = false
  }

  get statements(): Statement[] {
    return [...this.#statements]
  }

  /** Sends all of them on one connection. `replaced`: the ids of the recorded order, with those of another. */
  async replay(
    pool: pg.Pool,
    replaced: ReadonlyMap<string, string>,
    unchangedIds: ReadonlySet<string>,
  ): Promise<void> {
    const ids = new Map(replaced)
    const newId = (id: string) => {
      if (unchangedIds.has(id)) return id
      const known = ids.get(id) ?? randomUUID()
      ids.set(id, known)
      return known
    }
    const renew = (value: unknown) =>
      typeof value === 'string' ? (ids.get(value) ?? value.replace(UUID, newId)) : value
    const client = await pool.connect()
    try {
      for (const { values, ...statement } of this.#statements)
        await client.query({ ...statement, values: values.map(renew) })
    } finally {
      client.release()
    }
  }
}

function toStatement(config: unknown, values: unknown): Statement {
  if (typeof config === 'string') return { text: config, values: Array.isArray(values) ? values : [] }
  // Boundary: the driver accepts a text or a config.
  const { text, name, values: configValues } = config as pg.QueryConfig
  return {
    text,
    values: Array.isArray(values) ? values : (configValues ?? []),
    ...(name !== undefined && { name }),
  }
}
