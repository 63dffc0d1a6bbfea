import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scaled } from '../../../scripts/test/machine-limits.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { countBlockedQueries, waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
const FREQUENT = { points: 1000, seconds: 60 }
/** The timeout of the statements of calls; far longer than they take. */
const statementMs = scaled(600)
beforeAll(async () => {
  const database = await createTestDatabase({ limits: { acquireMs: 60_000, statementMs } })
  server = await startTestApp({
    database,
    env: { JOBS: 'off' },
    rates: { streams: FREQUENT, posts: FREQUENT },
  })
})
afterAll(() => server.close())

/** Runs `act` while deletions from the table are blocked, with a connection that sees all activity. */
function whileLocked<T>(table: string, act: () => Promise<T>): Promise<T> {
  return server.database.longRunningDb.transaction(async (tx) => {
    await tx.execute(sql`lock table ${sql.identifier(table)} in exclusive mode`)
    return act()
  })
}

const createPosts = async (member: TestClient, count: number): Promise<string[]> => {
  const paths: string[] = []
  for (let n = 0; n < count; n++) paths.push(`/api/posts/${(await member.createPost()).id}`)
  return paths
}

const createStreams = async (member: TestClient, count: number): Promise<string[]> => {
  const paths: string[] = []
  for (let n = 0; n < count; n++) paths.push(`/api/streams/${(await member.createStream()).id}`)
  return paths
}

test.each([
  { what: 'posts', create: createPosts, table: 'likes' },
  { what: 'streams', create: createStreams, table: 'likes' },
])(
  'many $what that a member deletes at the same time are deleted one by one, and jobs keep their connections',
  async ({ create, table }) => {
    const [many, ...others] = [await server.member(), await server.member(), await server.member()] as const
    const paths = await create(many, 14)
    const own: { by: TestClient; path: string }[] = []
    for (const by of others) for (const path of await create(by, 1)) own.push({ by, path })
    const { db, longRunningDb } = server.database
    const { calls, refused } = await whileLocked(table, async () => {
      const deletions = paths.map((path) => many.send('DELETE', path))
      const refusal = await Promise.race(deletions)
      await waitForBlockedQuery(db)
      const byOthers = own.map(({ by, path }) => by.send('DELETE', path))
      await waitForBlockedQuery(db, 2)
      // As jobs do, each with a transaction and a statement.
      await Promise.all([1, 2, 3].map(() => longRunningDb.execute(sql`select 1`)))
      expect(await countBlockedQueries(db)).toBe(2)
      return { calls: [...deletions, ...byOthers], refused: refusal }
    })
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('2')
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
    expect(statuses.filter((status) => status === 200)).toHaveLength(13)
    for (const path of paths) expect([200, 404]).toContain((await many.send('DELETE', path)).status)
  },
)

test('a post whose deletion takes longer than a call may is deleted', async () => {
  const [author, reader] = [await server.member(), await server.member()]
  const [path = ''] = await createPosts(author, 1)
  const deletion = await whileLocked('likes', async () => {
    const pending = author.send('DELETE', path)
    await waitForBlockedQuery(server.database.db)
    // Sent later, but times out earlier.
    expect((await reader.post(`${path}/like`, { liked: true })).status).toBe(503)
    return { pending }
  })
  expect((await deletion.pending).status).toBe(200)
  expect((await reader.get(path)).status).toBe(404)
})
