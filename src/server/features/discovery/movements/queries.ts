import { sql } from 'drizzle-orm'
import type { Movement } from '#shared/discovery/movements.ts'
import { MOVEMENTS } from '#shared/live/movements.ts'
import type { Executor } from '#server/db/executor.ts'

/**
 * Counts, per movement, the active users who started a public stream in its stream categories, or published a video in its
 * video categories, since a time.
 */
export async function countCreators(db: Executor, since: Date): Promise<Movement[]> {
  const streamPairs = listPairs(({ categories }) => categories)
  const videoPairs = listPairs(({ videoCategories }) => videoCategories)
  const time = sql`${since.toISOString()}::timestamptz`
  // `any(categories)` repeats the join: the planner cannot derive from `unnest` that only these categories are needed.
  const { rows } = await db.execute<Movement>(sql`
    select creators.name, count(distinct users.id)::int as "creatorsCount"
    from (
      select movement.name, streamer_id as user_id
      from unnest(${streamPairs.names}, ${streamPairs.categories}) as movement(name, category)
      join streams on streams.category = movement.category and streams.category = any(${streamPairs.categories})
        and streams.is_public and streams.started_at >= ${time}
      union all
      select movement.name, creator_id
      from unnest(${videoPairs.names}, ${videoPairs.categories}) as movement(name, category)
      join videos on videos.category = movement.category and videos.category = any(${videoPairs.categories})
        and videos.is_published and videos.is_public and videos.state = 'ready' and videos.published_at >= ${time}
    ) creators
    join users on users.id = creators.user_id and users.is_active
    group by creators.name`)
  const countByName = new Map(rows.map(({ name, creatorsCount }) => [name, creatorsCount]))
  return MOVEMENTS.map(({ name }) => ({ name, creatorsCount: countByName.get(name) ?? 0 }))
}

/** Two arrays of the same length: each category with the name of its movement. */
function listPairs(categoriesOf: (movement: (typeof MOVEMENTS)[number]) => readonly string[]) {
  const pairs = MOVEMENTS.flatMap((movement) =>
    categoriesOf(movement).map((category) => ({ name: movement.name, category })),
  )
  return {
    names: sql`${sql.param(pairs.map(({ name }) => name))}::text[]`,
    categories: sql`${sql.param(pairs.map(({ category }) => category))}::text[]`,
  }
}
