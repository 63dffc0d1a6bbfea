import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Executor } from '#server/db/executor.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { explainPlans } from '#server/db/testing/test-plans.ts'
import type { Database } from '#server/db/open.ts'
import { countCreators } from '#server/features/discovery/movements/queries.ts'
import { listTagsByPrefix, listTrends } from '#server/features/discovery/trending/queries.ts'
import { listUserCandidates } from '#server/features/accounts/user-lists/candidate-queries.ts'
import { listMentionable } from '#server/features/accounts/user-lists/mention-queries.ts'
import type { Caller } from '#server/http/access.ts'
import { BACKFILLS } from './backfill-queries.ts'
import { listPostCandidates, listStreamCandidates, listTagged, listVideoCandidates } from './queries.ts'
import { parseSearchQuery } from './search-query.ts'

let database: Database
/** Has ten hidden users. */
const READER: Caller = { id: '00000000-0000-7000-8000-000000000001', role: 'user' }
beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database.db)
})
afterAll(() => database.close())

/** 5,000 users, 20,000 posts, 5,000 streams and as many videos; a rare word in one row of a hundred, a common one in all. */
async function seed(db: Executor): Promise<void> {
  await db.execute(sql`
    insert into users (id, email, handle, followers_count, search)
    select md5('user' || n)::uuid, n || '@example.org', 'member_' || n, n,
      array_to_tsvector(array['common', case when n % 100 = 0 then 'rare' else 'word' || n % 300 end])
    from generate_series(1, 5000) n`)
  await db.execute(sql`
    insert into posts (id, author_id, content, created_at, search)
    select uuidv7(n * interval '-10 minutes'), md5('user' || 1 + n % 5000)::uuid, 'A post of some length, with words in it.',
      now() - n * interval '10 minutes',
      array_to_tsvector(array['common', case when n % 100 = 0 then 'rare' else 'word' || n % 300 end])
    from generate_series(1, 20000) n`)
  await db.execute(sql`
    insert into post_hashtags (tag, post_id, label, author_id, created_at)
    select 'tag' || (row_number() over ()) % 500, id, 'Tag', author_id, created_at from posts`)
  await db.execute(sql`
    insert into streams (id, streamer_id, title, category, started_at, search)
    select md5('stream' || n)::uuid, md5('user' || n)::uuid, 'A stream', case when n % 50 = 0 then 'Gaming' else 'Just Chatting' end,
      now() - n * interval '1 hour', array_to_tsvector(array['common', case when n % 100 = 0 then 'rare' else 'word' || n % 300 end])
    from generate_series(1, 5000) n`)
  await db.execute(sql`
    insert into videos (id, creator_id, title, mime_type, files_version, category, is_published, published_at, search)
    select md5('video' || n)::uuid, md5('user' || n)::uuid, 'A video', 'video/mp4', 'version',
      case when n % 50 = 0 then 'Food' else 'Other' end, true, now() - n * interval '1 hour',
      array_to_tsvector(array['common', case when n % 100 = 0 then 'rare' else 'word' || n % 300 end])
    from generate_series(1, 5000) n`)
  await db.execute(sql`
    insert into users (id, email, handle, search)
    values (${READER.id}, 'reader@example.org', 'reader', array_to_tsvector(array['reader']))`)
  await db.execute(sql`
    insert into hidden_users (user_id, other_id, muted_at)
    select case when n <= 10 then ${READER.id}::uuid else md5('user' || n)::uuid end, md5('user' || n + 1)::uuid, now()
    from generate_series(1, 4000) n`)
  await db.execute(sql`vacuum analyze`)
}

const searchQuery = (text: string) => parseSearchQuery(text, 'last')

test.each([
  ['people', 'users_search_idx', (db: Executor) => listUserCandidates(db, searchQuery('rare'), READER)],
  [
    'posts',
    'posts_search_idx',
    (db: Executor) => listPostCandidates(db, searchQuery('rare'), { requester: READER, until: new Date() }),
  ],
  ['streams', 'streams_search_idx', (db: Executor) => listStreamCandidates(db, searchQuery('rare'), READER)],
  [
    'videos',
    'videos_search_idx',
    (db: Executor) => listVideoCandidates(db, searchQuery('rare'), { requester: READER, until: null }),
  ],
  [
    'posts with a hashtag',
    'post_hashtags_tag_post_id_pk',
    (db: Executor) => listTagged(db, 'tag7', READER, { after: undefined, limit: 21 }),
  ],
  [
    'hashtags by prefix',
    'post_hashtags_tag_post_id_pk',
    (db: Executor) => listTagsByPrefix(db, 'tag4', [], 3),
  ],
  [
    'trends',
    'Index Only Scan using post_hashtags_recent_idx',
    (db: Executor) => listTrends(db, new Date(Date.now() - 24 * 60 * 60 * 1000), 50),
  ],
  [
    'creators of movements',
    'streams_category_idx',
    (db: Executor) => countCreators(db, new Date(Date.now() - 24 * 60 * 60 * 1000)),
  ],
])('%s are found by %s', async (_subject, index, runQuery) => {
  const plan = await explainPlans(database, runQuery)
  expect(plan).toContain(index)
  expect(plan).not.toMatch(/Seq Scan on (posts|post_hashtags|streams)/)
})

test('a common word finds the most followed users, a rare one all users that have it', async () => {
  const followersOf = async (word: string, limit?: 100) =>
    (await listUserCandidates(database.db, searchQuery(word), null, limit))
      .map(({ followersCount }) => followersCount)
      .toSorted((one, other) => other - one)
  const countdown = (count: number, step: number) =>
    Array.from({ length: count }, (_, index) => 5000 - index * step)
  expect(await followersOf('common')).toEqual(countdown(300, 1))
  expect(await followersOf('comm', 100)).toEqual(countdown(100, 1))
  expect(await followersOf('rare')).toEqual(countdown(50, 100))
  expect(await followersOf('rar')).toEqual(countdown(50, 100))
})

test('a search for a common word does not read every post', async () => {
  const plan = await explainPlans(database, (db) =>
    listPostCandidates(db, searchQuery('common'), { requester: READER, until: new Date() }),
  )
  expect(plan).toMatch(/Index Scan Backward using posts_pkey/)
  expect(plan).not.toContain('Seq Scan on posts')
})

test('a search as of an earlier time does not read the later posts', async () => {
  const asOf = new Date('2000-01-01')
  for (const text of ['common', 'rare', 'r']) {
    const plan = await explainPlans(database, (db) =>
      listPostCandidates(db, searchQuery(text), { requester: READER, until: asOf }),
    )
    expect(plan, text).toMatch(/Index Cond: \(id < '00dc6acf-ac01-/)
    expect(plan, text).not.toContain('Seq Scan on posts')
    expect(
      await listPostCandidates(database.db, searchQuery(text), { requester: READER, until: asOf }),
    ).toEqual([])
  }
})

test('one or two letters do not read every stream', async () => {
  const plan = await explainPlans(database, (db) => listStreamCandidates(db, searchQuery('r'), null))
  expect(plan).not.toContain('Seq Scan on streams')
})

test('one or two letters find a user by prefix only among the most followed users and the followed ones', async () => {
  const { db } = database
  const { rows } = await db.execute<{ id: string; rare: string }>(sql`
    select md5('user1')::uuid as id, md5('user100')::uuid as rare`)
  const { id = '', rare = '' } = rows[0] ?? {}
  await db.execute(sql`
    insert into follows (id, follower_id, following_id) values (gen_random_uuid(), ${id}, ${rare})`)
  const countMentionable = async (prefix: string, requester: Caller | null = null) =>
    (await listMentionable(db, prefix, requester, 100)).length

  expect(await listUserCandidates(db, searchQuery('ra'), null)).toHaveLength(5)
  expect(await countMentionable('ra')).toBe(5)
  expect(await countMentionable('ra', { id, role: 'user' })).toBe(6)
  expect(await countMentionable('rar')).toBe(50)
})

test('of the users that the index returns, only a limited number is sorted', async () => {
  const plan = await explainPlans(database, (db) => listUserCandidates(db, searchQuery('rare'), READER))
  expect(plan.match(/Sort Key: users.*\n *->  Limit/g)).toHaveLength(2)
})

test('rows without a search vector are found through a partial index', async () => {
  for (const table of ['users', 'posts', 'streams']) {
    const statement = sql`select id from ${sql.identifier(table)} where search is null limit 200`
    const { rows } = await database.db.execute(sql`explain ${statement}`)
    expect(JSON.stringify(rows)).toContain(`${table}_wordless_idx`)
  }
  for (const backfill of BACKFILLS) expect(await backfill(database.db, 200)).toBe(0)
})
