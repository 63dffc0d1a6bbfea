import { sql } from 'drizzle-orm'
import { MOVEMENTS, type Movement } from '#shared/movements.ts'
import type { Executor } from '#server/db/executor.ts'

/** Counts, per movement, the active users who started a public stream in its categories since a time. */
export async function countCreators(db: Executor, since: Date): Promise<Movement[]> {
  const pairs = MOVEMENTS.flatMap(({ name, categories }) =>
    categories.map((category) => ({ name, category })),
  )
  const names = sql`${sql.param(pairs.map(({ name }) => name))}::text[]`
  const categories = sql`${sql.param(pairs.map(({ category }) => category))}::text[]`
  // `any(categories)` repeats the join: the planner cannot derive from `unnest` that only these categories are needed.
  const { rows } = await db.execute<Movement>(sql`
    select movement.name, count(distinct users.id)::int as "creatorsCount"
    from unnest(${names}, ${categories}) as movement(name, category)
    join streams on streams.category = movement.category and streams.category = any(${categories})
      and streams.is_public and streams.started_at >= ${since.toISOString()}::timestamptz
    join users on users.id = streams.streamer_id and users.is_active
    group by movement.name`)
  const countByName = new Map(rows.map(({ name, creatorsCount }) => [name, creatorsCount]))
  return MOVEMENTS.map(({ name }) => ({ name, creatorsCount: countByName.get(name) ?? 0 }))
}
