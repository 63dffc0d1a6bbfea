import type pg from 'pg'
import { activeMember } from './active-member.ts'
import { auditSql, contactSql, eventsSql, invitationsSql, logsSql } from './seed-records.ts'
import { figuresSql } from './seed-figures.ts'
import { mediaSql } from './seed-media.ts'
import { moneySql } from './seed-money.ts'

export type AdminCommunity = {
  users: number
  events: number
  logs: number
  auditEntries: number
  posts: number
  uploads: number
  orders: number
  messages: number
  invitations: number
}

/** Fills a migrated database in set-based statements, with the same rows in each run but for their random ids. */
export async function seedAdminCommunity(pool: pg.Pool, sizes: AdminCommunity): Promise<void> {
  const client = await pool.connect()
  try {
    // Skips triggers and foreign keys: the data is consistent by construction.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off`)
    await client.query(`set maintenance_work_mem = '512MB'; select setseed(0.5)`)
    await client.query(membersSql(sizes.users))
    await client.query(contentSql(sizes.posts))
    await client.query(mediaSql(sizes.uploads))
    await client.query(moneySql(sizes.orders))
    await client.query(auditSql(sizes.auditEntries))
    await client.query(contactSql(sizes.messages))
    await client.query(invitationsSql(sizes.invitations))
    await client.query(figuresSql)
    await withoutIndexes(client, 'analytics_events', eventsSql(sizes.events))
    await withoutIndexes(client, 'system_logs', logsSql(sizes.logs))
    await client.query(`drop table numbered_members`)
  } finally {
    client.release(true)
  }
}

/** Inserts rows and creates the indexes of their table afterwards, which takes a fraction of the time. */
async function withoutIndexes(client: pg.PoolClient, table: string, insert: string): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = $1 and indexname not like '%_pkey'`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await client.query(insert)
  for (const { definition } of rows) await client.query(definition)
}

const FIRST_NAMES = `array['Ama','Kwame','Folákẹ́','Chidi','Zuri','José','Imani','Kofi','Adaeze','Malik','Nia','Sékou','Thandi',
  'Yara','Moussa','Aaliyah','Jabari','Esi','Rosário','Tunde','Wanjiru','Dário','Nomvula','Omar','Lindiwe','Andre']`
const LAST_NAMES = `array['Mensah','Adeyemi','Okafor','Diallo','Baptiste','Santos','Nkosi','Traoré','Johnson','Asante','Mbeki',
  'Williams','Sène','Acheampong','Ndlovu','Pereira','Campbell','Toussaint','Eze','Kamau','Brown','Abebe','Conceição']`

/** Members of five years; common names are far more frequent than rare ones. `n` counts from the oldest. */
const membersSql = (count: number) => `
  create table numbered_members as
    select n, uuidv7(make_interval(mins => (n - ${count + 1}) * 26)) as id from generate_series(1, ${count}) n;
  create unique index on numbered_members (n) include (id);
  insert into users (id, email, handle, first_name, last_name, heritage_region, languages, role, is_active,
      awaits_approval, search, created_at, updated_at)
    select id,
      lower(regexp_replace(normalize(first || '.' || last, NFD), '[\u0300-\u036f]', '', 'g')) || n || '@' || host,
      'member_' || n, first, last, (array['Caribbean', 'Afro-Latin', 'Continental African'])[1 + n % 3],
      array['English'],
      (case when n % 10000 = 7 then 'admin' when n % 500 = 3 then 'moderator' else 'user' end)::user_role,
      n % 50 <> 1 and n % 1000 <> 11, n % 1000 = 11,
      array_to_tsvector(array['member', 'member_' || n]), at, at
    from (
      select id, n, (${FIRST_NAMES})[1 + floor(26 * power(random(), 2))::int] as first,
        (${LAST_NAMES})[1 + floor(23 * power(random(), 2))::int] as last,
        (array['example.org', 'mail.example', 'post.example'])[1 + n % 3] as host,
        uuid_extract_timestamp(id) as at
      from numbered_members order by n
    ) named`

const contentSql = (posts: number) => `
  insert into posts (id, author_id, content, search, created_at, updated_at)
    select uuidv7(make_interval(mins => p.n - ${posts})), m.id, 'A story of today, number ' || p.n,
      array_to_tsvector(array['story', p.n::text]), now(), now()
    from (select n, ${activeMember} as author from generate_series(1, ${posts}) n) p
      join numbered_members m on m.n = p.author;
  insert into streams (id, streamer_id, title, category, is_live, search, created_at, updated_at)
    select uuidv7(make_interval(mins => (s.n - ${posts}) * 10)), m.id, 'Drums and stories ' || s.n, 'Caribbean Vibes',
      false, array_to_tsvector(array['drums']), now(), now()
    from (select n, ${activeMember} as streamer from generate_series(1, ${Math.ceil(posts / 10)}) n) s
      join numbered_members m on m.n = s.streamer;
  update streams set is_live = true, started_at = now()
    where id in (select distinct on (streamer_id) id from streams order by streamer_id limit 20);
  insert into comments (id, user_id, post_id, content)
    select uuidv7(), m.id, p.id, 'So good'
    from (select id, ${activeMember} as author from posts) p join numbered_members m on m.n = p.author;
  insert into chat_messages (id, stream_id, user_id, message)
    select uuidv7(), s.id, m.id, 'Greetings from Accra'
    from (select s.id, ${activeMember} as author from streams s cross join generate_series(1, 15)) s
      join numbered_members m on m.n = s.author;
  insert into user_notes (id, user_id, text)
    select uuidv7(), id, 'Asked about a payout by mail.' from numbered_members where n = 1 or n % 500 = 0`
