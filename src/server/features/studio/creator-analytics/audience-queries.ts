import { type SQL, sql } from 'drizzle-orm'
import { type AudienceGroup, MIN_GROUP_MEMBERS } from '#shared/studio/creator-analytics.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Period } from './daily-queries.ts'

/** Counts are rounded down to a multiple of this, so that one more viewer does not show which groups are theirs. */
const ROUNDING = 5

/** Returns the languages of the members who watched a creator in a period; a member may have several. */
export function listLanguages(db: Executor, creatorId: string, period: Period): Promise<AudienceGroup[]> {
  return listGroups(db, creatorId, period, sql`users u cross join unnest(u.languages) as label`)
}

/** Returns the countries of origin of the members who watched a creator in a period. */
export function listCountries(db: Executor, creatorId: string, period: Period): Promise<AudienceGroup[]> {
  return listGroups(
    db,
    creatorId,
    period,
    sql`users u cross join lateral (select u.country_of_origin as label) as own`,
  )
}

/**
 * Groups members by label, the largest group first. Groups of fewer than ten members are merged into one group without a
 * name, which is left out if it still has fewer than ten.
 */
async function listGroups(
  db: Executor,
  creatorId: string,
  { from, to }: Period,
  labels: SQL,
): Promise<AudienceGroup[]> {
  const during = (time: SQL) => sql`${time} >= ${from.toISOString()} and ${time} < ${to.toISOString()}`
  const { rows } = await db.execute<AudienceGroup>(sql`
    with members as (
      select v.viewer_id as id from video_views v join videos c on c.id = v.video_id
      where c.creator_id = ${creatorId} and v.viewer_id is not null and v.counted_at is not null
        and ${during(sql`v.created_at`)}
      union
      select b.viewer::uuid from broadcast_views b join streams s on s.id = b.stream_id
      where s.streamer_id = ${creatorId} and b.viewer not like '%:%' and ${during(sql`b.created_at`)}
    ),
    labelled as (
      select members.id, lower(btrim(label)) as key, btrim(label) as label
      from ${labels} join members on members.id = u.id where btrim(label) <> ''
    ),
    groups as (
      select key, mode() within group (order by label) as name, count(distinct id)::int as members
      from labelled group by key
    ),
    named as (
      select name, members from groups where members >= ${MIN_GROUP_MEMBERS}
      union all
      select null, count(distinct labelled.id)::int from labelled join groups using (key)
      where groups.members < ${MIN_GROUP_MEMBERS}
      having count(distinct labelled.id) >= ${MIN_GROUP_MEMBERS}
    )
    select name, members - members % ${ROUNDING}::int as count from named
    order by name is null, count desc, name`)
  return rows
}
