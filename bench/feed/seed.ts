import type pg from 'pg'

/** What a member of the bench has done and whom it follows, so that a route can be asked for each kind of viewer. */
export type Viewer = { id: string; likes: number; follows: number; notifications: number }

const MEMBERS = 10_000
const LIKES_OF_A_POST = 5
const FOLLOWS_OF_A_MEMBER = 20

/** Fills an empty, migrated database with members who post, like and follow; all in statements over whole sets. */
export async function seedCommunity(pool: pg.Pool, postsCount: number): Promise<void> {
  const client = await pool.connect()
  try {
    // No trigger checks what is right by construction.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off`)
    await client.query(MEMBERS_SQL)
    await client.query(postsSql(postsCount))
    await client.query(LIKES_SQL)
    await client.query(FOLLOWS_SQL)
    await client.query(`drop table member_numbers, post_numbers`)
  } finally {
    client.release(true)
  }
}

/** Lets a member who signed up like every fourth of the newest posts, follow, and have notifications. */
export async function seedViewer(pool: pg.Pool, viewer: Viewer): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off`)
    await client.query(VIEWER_LIKES_SQL, [viewer.id, viewer.likes])
    await client.query(VIEWER_FOLLOWS_SQL, [viewer.id, viewer.follows])
    await client.query(VIEWER_NOTIFICATIONS_SQL, [viewer.id, viewer.notifications])
  } finally {
    client.release(true)
  }
}

/** Statistics as they are after a day, and nothing that writes or cleans while the bench measures. */
export async function settle(pool: pg.Pool): Promise<void> {
  await pool.query(`vacuum (analyze, freeze)`)
  await pool.query(`alter system set autovacuum = off`)
  await pool.query(`select pg_reload_conf()`)
  await pool.query(`checkpoint`)
}

const MEMBERS_SQL = `
  create table member_numbers as
    select n, uuidv7(make_interval(days => -400, mins => n)) as id from generate_series(0, ${MEMBERS - 1}) n;
  create unique index on member_numbers (n) include (id);
  insert into users (id, email, handle, first_name, last_name, heritage_region, collaboration_tags, languages,
      followers_count, following_count, search)
    select id, 'member' || n || '@example.org', 'member_' || n, 'Member', 'Number ' || n,
      (array['Caribbean', 'Afro-Latin', 'Continental African'])[1 + n % 3], array['music', 'film'], array['English'],
      ${FOLLOWS_OF_A_MEMBER}, ${FOLLOWS_OF_A_MEMBER},
      array_to_tsvector(array['member', 'number', n::text, 'member_' || n])
    from member_numbers`

/** Fourteen of forty words, of which some are everywhere and some are rare. */
const postsSql = (count: number) => `
  create table post_numbers as
    select n, uuidv7(make_interval(mins => n - ${count})) as id, (n::bigint * 7919 % ${MEMBERS})::int as author
    from generate_series(0, ${count - 1}) n;
  create unique index on post_numbers (n) include (id);
  insert into posts (id, author_id, content, media_url, media_type, media_width, media_height, likes_count, search,
      created_at, updated_at)
    select p.id, m.id, array_to_string(w.words, ' '),
      case when p.n % 3 = 0 then '/files/media/' || p.id || '.webp' end,
      case when p.n % 3 = 0 then 'image' end, case when p.n % 3 = 0 then 1600 end, case when p.n % 3 = 0 then 900 end,
      ${LIKES_OF_A_POST}, array_to_tsvector(w.words), t.at, t.at
    from post_numbers p
      join member_numbers m on m.n = p.author
      cross join lateral (select uuid_extract_timestamp(p.id) as at) t
      cross join lateral (
        select array_agg(distinct 'word' || (k * k * (1 + p.n % 13) + p.n % (1 + k * 7)) % 400) as words
        from generate_series(1, 14) k
      ) w
    order by p.n;
  insert into post_hashtags (tag, post_id, label, author_id, created_at)
    select 'tag' || p.n % 500, p.id, 'Tag' || p.n % 500, m.id, uuid_extract_timestamp(p.id)
    from post_numbers p join member_numbers m on m.n = p.author where p.n % 2 = 0`

const LIKES_SQL = `
  insert into likes (id, user_id, post_id)
    select uuidv7(), m.id, p.id
    from post_numbers p
      cross join generate_series(0, ${LIKES_OF_A_POST - 1}) k
      join member_numbers m on m.n = (p.n::bigint * 17 + k * 2003) % ${MEMBERS}`

const FOLLOWS_SQL = `
  insert into follows (id, follower_id, following_id)
    select uuidv7(), a.id, b.id
    from member_numbers a
      cross join generate_series(1, ${FOLLOWS_OF_A_MEMBER}) k
      join member_numbers b on b.n = (a.n + k * 499) % ${MEMBERS}`

const VIEWER_LIKES_SQL = `
  with chosen as (
    select id from (select id, row_number() over (order by id desc) as place from posts) newest
    where place % 4 = 0 order by place limit $2
  ),
  liked as (insert into likes (id, user_id, post_id) select uuidv7(), $1, id from chosen)
  update posts set likes_count = likes_count + 1 from chosen where posts.id = chosen.id`

const VIEWER_FOLLOWS_SQL = `
  with chosen as (
    select id from users where handle like 'member\\_%' and id <> $1 order by md5(id::text) limit $2
  ),
  made as (
    insert into follows (id, follower_id, following_id) select uuidv7(), $1, id from chosen
  )
  update users set following_count = following_count + $2 where id = $1`

const VIEWER_NOTIFICATIONS_SQL = `
  with chosen as (select id from posts order by id desc limit $2),
  told as (
    insert into notifications (id, user_id, type, subject, post_id, actors_count, last_at)
      select uuidv7(), $1, 'like', 'like:' || id, id, 3, uuid_extract_timestamp(id) from chosen returning id
  )
  insert into notification_actors (notification_id, actor_id)
    select told.id, a.id from told
      cross join lateral (
        select id from users where handle in ('member_1', 'member_2', 'member_3')
      ) a`
