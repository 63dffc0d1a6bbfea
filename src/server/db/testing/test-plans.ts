import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from '#server/db/executor.ts'
import type { Database } from '#server/db/open.ts'

/** Runs queries and returns the EXPLAIN plan of each statement sent, prepared ones included. */
export async function explainPlans({ pool }: Database, runQueries: (db: Db) => unknown): Promise<string> {
  const plans: string[] = []
  // Boundary: an object with the pool as its prototype is a pool.
  const explainingPool = Object.create(pool) as pg.Pool
  Object.defineProperty(explainingPool, 'query', {
    value: async (statement: pg.QueryConfig, values: unknown[]) => {
      const { rows } = await pool.query<Record<string, string>>(`explain ${statement.text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return pool.query({ ...statement, values })
    },
  })
  await runQueries(drizzle(explainingPool))
  return plans.join('\n\n')
}
