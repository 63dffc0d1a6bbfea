import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../src/server/db/testing/test-database.ts'
import type { Database } from '#server/db/open.ts'
import { fillSampleDatabase } from './make.ts'
import { SAMPLE_USERS, SAMPLE_STORIES, SAMPLE_STREAMS } from './sample-data.ts'

let folder: string
let database: Database
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sample-world-'))
  database = await createTestDatabase()
  await fillSampleDatabase(database, folder)
}, 240_000)
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function count(statement: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(`select count(*)::int as n from ${statement}`)
  return rows[0]?.n ?? 0
}

test('all sample users, stories and streams are created', async () => {
  expect(await count('users')).toBe(SAMPLE_USERS.length + 1)
  expect(await count('posts')).toBe(SAMPLE_STORIES.length)
  expect(await count('streams where max_viewers > 0 and not is_live')).toBe(SAMPLE_STREAMS.length)
  expect(await count("posts where media_type = 'video'")).toBe(1)
  expect(await count('follows')).toBeGreaterThan(100)
  expect(await count('likes')).toBeGreaterThan(100)
})

test('sample users have unreachable addresses, and a notice marks the site', async () => {
  expect(await count("users where email not like '%.invalid'")).toBe(0)
  expect(await count("site_settings where key = 'general.notice' and value like 'Sample data:%'")).toBe(1)
})

test('stories are days old and in feed order, and their counts are correct', async () => {
  expect(await count("posts where created_at < now() - interval '3 days'")).toBeGreaterThan(5)
  const { rows } = await database.pool.query<{ created_at: Date }>('select created_at from posts order by id')
  const times = rows.map((row) => row.created_at.getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(
    await count(`posts p where likes_count <> (select count(*) from likes where post_id = p.id)
      or comments_count <> (select count(*) from comments where post_id = p.id)`),
  ).toBe(0)
})
