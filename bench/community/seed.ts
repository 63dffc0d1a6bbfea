import type pg from 'pg'

/** How many likes, follows and notifications a user gets. */
export type UserActivity = { likes: number; follows: number; notifications: number }

export type CommunitySize = { posts: number; users: number }

const LIKES_PER_POST = 5
const FOLLOWS_PER_USER = 20

/** Fills an empty, migrated database with users, posts, likes and follows, in set-based statements. */
export async function seedCommunity(pool: pg.Pool, { posts, users }: CommunitySize): Promise<void> {
  const client = await pool.connect()
  try {
    // Skips triggers and foreign keys: the data is consistent by construction.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off`)
    await client.query(usersSql(users))
    await client.query(postsSql(posts, users))
    await client.query(likesSql(users))
    await client.query(followsSql(users))
    await client.query(`drop table user_numbers, post_numbers`)
  } finally {
    client.release(true)
  }
}

/** Adds likes of every fourth of the newest posts, follows and notifications to a user who has signed up. */
export async function seedUserActivity(
  pool: pg.Pool,
  userId: string,
  { likes, follows, notifications }: UserActivity,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off`)
    await client.query(USER_LIKES_SQL, [userId, likes])
    await client.query(USER_FOLLOWS_SQL, [userId, follows])
    await client.query(USER_NOTIFICATIONS_SQL, [userId, notifications])
  } finally {
    client.release(true)
  }
}

/**
 * Lets a user block `count` of the community, and as many others block the user; the pairs are consistent by
 * construction.
 */
export async function seedBlocks(pool: pg.Pool, userId: string, count: number): Promise<void> {
  await pool.query(USER_BLOCKS_SQL, [userId, count])
}

/** Vacuums, analyzes and checkpoints, so that no background work of PostgreSQL disturbs the measurements. */
export async function stabilizeDatabase(pool: pg.Pool): Promise<void> {
  await pool.query(`vacuum (analyze, freeze)`)
  await pool.query(`alter system set autovacuum = off`)
  await pool.query(`select pg_reload_conf()`)
  await pool.query(`checkpoint`)
}

const usersSql = (count: number) => `
  create table user_numbers as
    select n, uuidv7(make_interval(days => -400, mins => n)) as id from generate_series(0, ${count - 1}) n;
  create unique index on user_numbers (n) include (id);
  insert into users (id, email, handle, first_name, last_name, heritage_region, collaboration_tags, languages,
      followers_count, following_count, search)
    select id, 'member' || n || '@example.org', 'member_' || n, 'Member', 'Number ' || n,
      (array['Caribbean', 'Afro-Latin', 'Continental African'])[1 + n % 3], array['music', 'film'], array['English'],
      ${FOLLOWS_PER_USER}, ${FOLLOWS_PER_USER},
      array_to_tsvector(array['member', 'number', n::text, 'member_' || n])
    from user_numbers`

/** Each post has up to fourteen words, some of them common and some rare. */
const postsSql = (count: number, users: number) => `
  create table post_numbers as
    select n, uuidv7(make_interval(mins => n - ${count})) as id, (n::bigint * 7919 % ${users})::int as author
    from generate_series(0, ${count - 1}) n;
  create unique index on post_numbers (n) include (id);
  insert into posts (id, author_id, content, media_url, media_type, media_width, media_height, likes_count, search,
      created_at, updated_at)
    select p.id, m.id, array_to_string(w.words, ' '),
      case when p.n % 3 = 0 then '/files/media/' || p.id || '.webp' end,
      case when p.n % 3 = 0 then 'image' end, case when p.n % 3 = 0 then 1600 end, case when p.n % 3 = 0 then 900 end,
      ${LIKES_PER_POST}, array_to_tsvector(w.words), t.at, t.at
    from post_numbers p
      join user_numbers m on m.n = p.author
      cross join lateral (select uuid_extract_timestamp(p.id) as at) t
      cross join lateral (
        select array_agg(distinct 'word' || (k * k * (1 + p.n % 13) + p.n % (1 + k * 7)) % 400) as words
        from generate_series(1, 14) k
      ) w
    order by p.n;
  insert into post_hashtags (tag, post_id, label, author_id, created_at)
    select 'tag' || p.n % 500, p.id, 'Tag' || p.n % 500, m.id, uuid_extract_timestamp(p.id)
    from post_numbers p join user_numbers m on m.n = p.author where p.n % 2 = 0`

const likesSql = (users: number) => `
  insert into likes (subject_id, user_id, subject_kind)
    select p.id, m.id, 'post'
    from post_numbers p
      cross join generate_series(0, ${LIKES_PER_POST - 1}) k
      join user_numbers m on m.n = (p.n::bigint * 17 + k * 2003) % ${users}`

const followsSql = (users: number) => `
  insert into follows (id, follower_id, following_id)
    select uuidv7(), a.id, b.id
    from user_numbers a
      cross join generate_series(1, ${FOLLOWS_PER_USER}) k
      join user_numbers b on b.n = (a.n + k * 499) % ${users}`

const USER_LIKES_SQL = `
  with chosen as (
    select id from (select id, row_number() over (order by id desc) as position from posts) newest
    where position % 4 = 0 order by position limit $2
  ),
  liked as (insert into likes (subject_id, user_id, subject_kind) select id, $1, 'post' from chosen)
  update posts set likes_count = likes_count + 1 from chosen where posts.id = chosen.id`

const USER_FOLLOWS_SQL = `
  with chosen as (
    select id from users where handle like 'member\\_%' and id <> $1 order by md5(id::text) limit $2
  ),
  followed as (
    insert into follows (id, follower_id, following_id) select uuidv7(), $1, id from chosen
  )
  update users set following_count = following_count + $2 where id = $1`

const USER_NOTIFICATIONS_SQL = `
  with chosen as (select id from posts order by id desc limit $2),
  inserted as (
    insert into notifications (id, user_id, type, group_key, subject_kind, subject_id, actors_count, last_at)
      select uuidv7(), $1, 'like', 'like:' || id, 'post', id, 3, uuid_extract_timestamp(id) from chosen returning id
  )
  insert into notification_actors (notification_id, actor_id)
    select inserted.id, a.id from inserted
      cross join lateral (
        select id from users where handle in ('member_1', 'member_2', 'member_3')
      ) a`

const USER_BLOCKS_SQL = `
  with chosen as (
    select id, row_number() over (order by md5('block ' || id)) <= $2 as is_blocked from users
    where handle like 'member\\_%' and id <> $1
      and not exists (select from follows where follower_id = $1 and following_id = users.id)
    order by md5('block ' || id) limit 2 * $2
  )
  insert into hidden_users (user_id, other_id, blocked_at, blocked_by_at)
    select $1::uuid, id, case when is_blocked then now() end, case when not is_blocked then now() end from chosen
    union all
    select id, $1::uuid, case when not is_blocked then now() end, case when is_blocked then now() end from chosen`
