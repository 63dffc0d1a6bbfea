import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from '#server/db/executor.ts'
import type { Database } from '#server/db/open.ts'

/** Asks, and answers with the plan of each statement that was sent for it, prepared ones too. */
export async function plansOf({ pool }: Database, ask: (db: Db) => unknown): Promise<string> {
  const plans: string[] = []
  // Boundary: an object with the pool as its prototype is one.
  const explaining = Object.create(pool) as pg.Pool
  Object.defineProperty(explaining, 'query', {
    value: async (statement: pg.QueryConfig, values: unknown[]) => {
      const { rows } = await pool.query<Record<string, string>>(`explain ${statement.text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return pool.query({ ...statement, values })
    },
  })
  await ask(drizzle(explaining))
  return plans.join('\n\n')
}
