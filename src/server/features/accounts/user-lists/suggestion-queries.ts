import { type SQL, desc, eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { notHidden } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { type SessionUser, users } from '#server/features/accounts/users/schema.ts'
import type { UserSummaryRow } from './present-user-summary.ts'
import { USER_SUMMARY } from './queries.ts'

/** The latest follows of the current user, and the latest of each followed user, that are traversed. */
const MAX_FOLLOWS = 100
const MAX_FOLLOWS_PER_FOLLOWED = 50
/** Candidates for each criterion, the most followed first. */
const MAX_CANDIDATES = 200
/** Candidates that match no criterion, only the most followed: as many as the longest page. */
const MAX_POPULAR = 100

/**
 * Users to suggest for following, those who are live first, then the best: a shared tag weighs 3 (at most five count), the same region 4, a
 * shared language 1.5 (at most two count), each followed user who follows the candidate 2 (at most 8), and the follower
 * count a little. Excludes the current user, users they already follow and inactive users. The current user's tags are
 * parameters of the statement instead of a join, so that the planner sees whether a tag is common (and scans by
 * follower count) or rare (and uses the index on tags).
 */
export async function listSuggestions(
  db: Executor,
  currentUser: SessionUser,
  limit: number,
): Promise<UserSummaryRow[]> {
  const tags = textArray(currentUser.collaborationTags)
  const languages = textArray(currentUser.languages)
  const region = sql`${currentUser.heritageRegion}::text`
  const ranked = sql`
    with second_degree as (${secondDegreeFollows(currentUser)}), candidate as (
      select id, max(paths) as paths from (
        select id, paths from second_degree
        union all ${mostFollowed(currentUser, sql`u.collaboration_tags && ${tags}`, MAX_CANDIDATES)}
        union all ${mostFollowed(currentUser, sql`u.languages && ${languages}`, MAX_CANDIDATES)}
        union all ${mostFollowed(currentUser, sql`u.heritage_region = ${region}`, MAX_CANDIDATES)}
        union all ${mostFollowed(currentUser, sql`true`, MAX_POPULAR)}
      ) candidates group by id
    )
    select u.id, u.live_stream_id is not null as is_live,
      3 * least(5, (select count(*) from unnest(u.collaboration_tags) tag where tag = any(${tags})))
      + case when u.heritage_region = ${region} then 4 else 0 end
      + 1.5 * least(2, (select count(*) from unnest(u.languages) language where language = any(${languages})))
      + least(8, 2 * candidate.paths)
      + 0.5 * ln(1 + u.followers_count) as weight
    from candidate join users u on u.id = candidate.id
    order by is_live desc, weight desc, u.followers_count desc, u.id desc limit ${limit}`
  return db
    .select({ ...USER_SUMMARY, isFollowing: sql<boolean>`false` })
    .from(users)
    .innerJoin(sql`(${ranked}) ranked`, eq(users.id, sql`ranked.id`))
    .orderBy(sql`ranked.is_live desc`, sql`ranked.weight desc`, desc(users.followersCount), desc(users.id))
}

/** Users at distance two in the graph of follows; `paths` counts the followed users in between. */
function secondDegreeFollows({ id }: SessionUser): SQL {
  return sql`
    select u.id, count(*)::int as paths
    from (select following_id from follows where follower_id = ${id} order by id desc limit ${MAX_FOLLOWS}) first
    cross join lateral (
      select following_id from follows where follower_id = first.following_id
      order by id desc limit ${MAX_FOLLOWS_PER_FOLLOWED}
    ) second
    join users u on u.id = second.following_id
    where ${canBeSuggestedTo(id)}
    group by u.id order by paths desc, u.id desc limit ${MAX_CANDIDATES}`
}

function mostFollowed({ id }: SessionUser, condition: SQL, count: number): SQL {
  return sql`(
    select u.id, 0 as paths from users u where ${condition} and ${canBeSuggestedTo(id)}
    order by u.followers_count desc, u.id desc limit ${count})`
}

function canBeSuggestedTo(userId: string): SQL {
  return sql`u.is_active and u.id <> ${userId} and not exists (
    select from follows own where own.follower_id = ${userId} and own.following_id = u.id)
    and ${notHidden(sql`${userId}::uuid`, sql`u.id`)}`
}

function textArray(values: string[]): SQL {
  return sql`${sql.param(values)}::text[]`
}
