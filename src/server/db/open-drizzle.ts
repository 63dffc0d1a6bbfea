import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { collectCallbacks } from './after-commit.ts'

/**
 * The library's `transaction` of a pool never returns a connection to it on which `begin` fails, as when PostgreSQL has
 * crashed. This one always does; the pool drops broken connections. It also calls what waits for the commit.
 */
export function openDrizzle(pool: pg.Pool): NodePgDatabase {
  const db = drizzle(pool)
  db.transaction = async (work, config) => {
    const { result, runCallbacks } = await transact(pool, (connection) =>
      connection.transaction((tx) => collectCallbacks(tx, work), config),
    )
    runCallbacks()
    return result
  }
  return db
}

async function transact<Result>(
  pool: pg.Pool,
  run: (connection: NodePgDatabase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    return await run(drizzle(client))
  } finally {
    client.release()
  }
}
