import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastIdBefore } from '#server/db/columns.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import type { Database } from '#server/db/open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { explainPlans } from '#server/db/testing/test-plans.ts'
import { findReferenced } from './orphan-queries.ts'
import { type MediaFilter, listItems } from './list-queries.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database.db)
})
afterAll(() => database.close())

/** 1,000 users, 30,000 uploads with their posts, 10,000 videos, and 20,000 streams, of which half have a picture. */
async function seed(db: Executor): Promise<void> {
  await db.execute(sql`
    insert into users (id, email, handle)
    select md5('user' || n)::uuid, n || '@example.org', 'member_' || n from generate_series(1, 1000) n`)
  await db.execute(sql`
    insert into media_uploads (id, file_name, original_name, mime_type, file_size, url, type, uploaded_by, purpose, status, files)
    select uuidv7(n * interval '-1 minute'), n || '.webp',
      case when n % 3000 = 0 then 'Kestrel ' else 'At the festival ' end || n || '.jpg', 'image/webp', 1000,
      '/files/media/' || n || '.webp', 'image', md5('user' || 1 + n % 1000)::uuid,
      case when n % 200 = 1 then 'emoji' when n % 20 = 2 then 'avatar' when n % 4 = 0 then 'video' else 'post' end,
      case when n % 500 = 7 then 'ready' else 'used' end, array['media/' || n || '.webp', 'media/' || n || '-400.webp']
    from generate_series(1, 30000) n`)
  await db.execute(sql`
    insert into posts (id, author_id, content, media_url, media_type)
    select id, uploaded_by, 'At the festival', url, 'image' from media_uploads where purpose = 'post'`)
  await db.execute(sql`
    insert into creator_emoji (id, creator_id, name, url)
    select uuidv7(), md5('user' || 1 + n % 1000)::uuid, 'emoji_' || n, '/files/emoji/' || n || '.webp'
    from generate_series(1, 10000) n`)
  await db.execute(sql`
    insert into videos (id, creator_id, title, mime_type, category, files_version)
    select uuidv7(n * interval '-3 minute'), md5('user' || 1 + n % 1000)::uuid, 'A walk through the market ' || n,
      'video/mp4', 'music', md5(n::text)
    from generate_series(1, 10000) n`)
  await db.execute(sql`
    insert into video_files (video_id, name, kind, key, mime_type, size)
    select id, name, 'rendition', 'videos/' || id || '-' || name, 'video/mp4', 1000
    from videos, unnest(array['480p.mp4', '720p.mp4']) as name`)
  await db.execute(sql`
    insert into streams (id, streamer_id, title, category, thumbnail_url)
    select uuidv7(n * interval '-2 minute'), md5('user' || 1 + n % 1000)::uuid, 'Live from Dakar ' || n, 'music',
      case when n % 2 = 0 then '/files/thumbnails/' || n || '.webp' end
    from generate_series(1, 20000) n`)
  await db.execute(sql`vacuum analyze`)
}

const PAGE = { limit: 20, before: undefined }
/** In the middle of the uploads. */
const LATER_PAGE = { limit: 20, before: lastIdBefore(Date.now() - 10 * 24 * 60 * 60 * 1000) }

async function planOf(runQuery: (db: Db, userId: string) => unknown): Promise<string> {
  const { rows } = await database.db.execute<{ id: string }>(sql`select md5('user7')::uuid as id`)
  const plan = await explainPlans(database, async (db) => runQuery(db, rows[0]?.id ?? ''))
  expect(plan).not.toContain('Seq Scan')
  return plan
}

const NEWEST_OF_ALL = ['media_uploads_pkey', 'videos_pkey', 'streams_picture_idx']
test.each<[string, string[], MediaFilter]>([
  ['nothing', NEWEST_OF_ALL, {}],
  ['posts', ['media_uploads_pkey'], { kind: 'post' }],
  ['emoji', ['media_uploads_purpose_idx'], { kind: 'emoji' }],
  ['logos, of which there are none', ['media_uploads_purpose_idx'], { kind: 'logo' }],
  ['what is unused', ['media_uploads_unused_idx'], { kind: 'unused' }],
  ['videos', ['videos_pkey'], { kind: 'video' }],
  ['streams', ['streams_picture_idx'], { kind: 'stream' }],
  ['a rare text', ['media_uploads_search_idx', 'videos_library_idx'], { search: 'kestrel' }],
  [
    'three letters that nothing has',
    ['media_uploads_search_idx', 'videos_library_idx', 'streams_picture_search_idx'],
    { search: 'zqx' },
  ],
  ['a text that most uploads have', ['media_uploads_pkey', 'streams_picture_search_idx'], { search: 'fes' }],
  ['a text that all streams have', ['media_uploads_search_idx', 'streams_picture_idx'], { search: 'dakar' }],
])('the media library filtered by %s is read by %j', async (_filter, indexes, filter) => {
  for (const page of [PAGE, LATER_PAGE]) {
    const plan = await planOf((db) => listItems(db, filter, page))
    for (const index of indexes) expect(plan).toMatch(new RegExp(`(using|on) ${index}`))
  }
})

test('the media of a user is read by the indexes of owners, alone and with every other filter', async () => {
  const plan = await planOf((db, userId) => listItems(db, { userId }, PAGE))
  for (const index of ['media_uploads_uploader_idx', 'videos_creator_idx', 'streams_streamer_idx'])
    expect(plan).toContain(index)
  for (const filter of [
    { kind: 'post' },
    { search: 'festival' },
    { kind: 'post', search: 'festival' },
  ] as const)
    expect(await planOf((db, userId) => listItems(db, { ...filter, userId }, PAGE))).toContain(
      'media_uploads_uploader_idx',
    )
})

test('a check of the storage looks each file up by an index', async () => {
  const keys = Array.from({ length: 50 }, (_, index) => `media/${index}-400.webp`)
  const plan = await planOf((db) => findReferenced(db, keys))
  for (const index of ['media_uploads_files_idx', 'video_files_key_idx', 'streams_thumbnail_idx'])
    expect(plan).toContain(index)
})
