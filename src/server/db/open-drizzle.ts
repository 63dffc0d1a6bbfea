import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

/**
 * The library's `transaction` of a pool never returns a connection to it on which `begin` fails, as when PostgreSQL has
 * crashed. This one always does; the pool drops broken connections.
 */
export function openDrizzle(pool: pg.Pool): NodePgDatabase {
  const db = drizzle(pool)
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(work, config)
    } finally {
      client.release()
    }
  }
  return db
}
