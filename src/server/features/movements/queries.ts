import { sql } from 'drizzle-orm'
import { MOVEMENTS, type Movement } from '#shared/movements.ts'
import type { Executor } from '#server/db/executor.ts'

/** How many active members have started a public stream in the categories of each movement since then; read from one index. */
export async function countCreators(db: Executor, since: Date): Promise<Movement[]> {
  const pairs = MOVEMENTS.flatMap(({ name, categories }) =>
    categories.map((category) => ({ name, category })),
  )
  const names = sql`${sql.param(pairs.map(({ name }) => name))}::text[]`
  const categories = sql`${sql.param(pairs.map(({ category }) => category))}::text[]`
  // That only these categories are read is said twice: the planner does not look into the list of pairs.
  const { rows } = await db.execute<Movement>(sql`
    select tile.name, count(distinct users.id)::int as "creatorsCount"
    from unnest(${names}, ${categories}) as tile(name, category)
    join streams on streams.category = tile.category and streams.category = any(${categories})
      and streams.is_public and streams.started_at >= ${since.toISOString()}::timestamptz
    join users on users.id = streams.streamer_id and users.is_active
    group by tile.name`)
  const counts = new Map(rows.map(({ name, creatorsCount }) => [name, creatorsCount]))
  return MOVEMENTS.map(({ name }) => ({ name, creatorsCount: counts.get(name) ?? 0 }))
}
