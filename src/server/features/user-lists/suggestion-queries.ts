import { type SQL, desc, eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { type UserRow, users } from '#server/features/users/schema.ts'
import type { UserSummaryRow } from './present-user-summary.ts'
import { USER_SUMMARY } from './queries.ts'

/** So many of one's own follows are followed on, and so many of each of theirs: the latest of both. */
const FOLLOWS = 100
const FOLLOWS_OF_EACH = 50
/** So many candidates come of each reason, the most followed first. */
const OF_A_REASON = 200
/** Those who come for no reason but that many follow them: as many as one page can hold. */
const MAX_FOLLOWED = 100

/**
 * Whom a member may want to follow, the best first: a shared tag weighs 3 (five of them count), the same region 4, a
 * shared language 1.5 (two count), being followed by those one follows up to 8, and a known name a little. Never
 * oneself, those one follows, or the inactive. What the member says of itself stands in the statement as values, so
 * that the database knows whether a tag is common (and walks down the most followed) or rare (and looks it up).
 */
export async function listSuggestions(db: Executor, me: UserRow, limit: number): Promise<UserSummaryRow[]> {
  const tags = textList(me.collaborationTags)
  const languages = textList(me.languages)
  const region = sql`${me.heritageRegion}::text`
  const ranked = sql`
    with near as (${nearOf(me)}), candidate as (
      select id, max(paths) as paths from (
        select id, paths from near
        union all ${mostFollowed(me, sql`u.collaboration_tags && ${tags}`, OF_A_REASON)}
        union all ${mostFollowed(me, sql`u.languages && ${languages}`, OF_A_REASON)}
        union all ${mostFollowed(me, sql`u.heritage_region = ${region}`, OF_A_REASON)}
        union all ${mostFollowed(me, sql`true`, MAX_FOLLOWED)}
      ) reasons group by id
    )
    select u.id,
      3 * least(5, (select count(*) from unnest(u.collaboration_tags) tag where tag = any(${tags})))
      + case when u.heritage_region = ${region} then 4 else 0 end
      + 1.5 * least(2, (select count(*) from unnest(u.languages) language where language = any(${languages})))
      + least(8, 2 * candidate.paths)
      + 0.5 * ln(1 + u.followers_count) as weight
    from candidate join users u on u.id = candidate.id
    order by weight desc, u.followers_count desc, u.id desc limit ${limit}`
  return db
    .select({ ...USER_SUMMARY, isFollowing: sql<boolean>`false` })
    .from(users)
    .innerJoin(sql`(${ranked}) ranked`, eq(users.id, sql`ranked.id`))
    .orderBy(sql`ranked.weight desc`, desc(users.followersCount), desc(users.id))
}

/** Those whom one's own follows follow, by the number of ways that lead to them. */
function nearOf(me: UserRow): SQL {
  return sql`
    select u.id, count(*)::int as paths
    from (select following_id from follows where follower_id = ${me.id} order by id desc limit ${FOLLOWS}) mine
    cross join lateral (
      select following_id from follows where follower_id = mine.following_id order by id desc limit ${FOLLOWS_OF_EACH}
    ) theirs
    join users u on u.id = theirs.following_id
    where ${mayFollow(me)}
    group by u.id order by paths desc, u.id desc limit ${OF_A_REASON}`
}

function mostFollowed(me: UserRow, reason: SQL, count: number): SQL {
  return sql`(
    select u.id, 0 as paths from users u where ${reason} and ${mayFollow(me)}
    order by u.followers_count desc, u.id desc limit ${count})`
}

function mayFollow(me: UserRow): SQL {
  return sql`u.is_active and u.id <> ${me.id} and not exists (
    select from follows own where own.follower_id = ${me.id} and own.following_id = u.id)`
}

function textList(words: string[]): SQL {
  return sql`${sql.param(words)}::text[]`
}
