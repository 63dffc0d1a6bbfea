import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Executor } from '#server/db/executor.ts'
import { countBlockedQueries, waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({
    env: { JOBS: 'off' },
    rates: { analytics: { points: 10_000, seconds: 60 } },
  })
})
afterAll(() => server.close())

/** Runs `act` while every statement that reads a table waits. */
async function whileLocked<T>(table: string, act: (db: Executor) => Promise<T>): Promise<T> {
  return server.database.db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${sql.identifier(table)} in access exclusive mode`)
    // Another connection: a transaction sees the activity of all at one time.
    return act(server.database.db)
  })
}

test.each([
  '/api/creator/analytics',
  '/api/creator/analytics/series',
  '/api/creator/analytics/series.csv',
  '/api/creator/analytics/series.csv?table=videos',
])(
  'of many calls of %s by one member, two statements run at a time, and others are refused',
  async (path) => {
    const [creator, other] = [await server.member(), await server.member()]
    const { calls, refused } = await whileLocked('video_views', async (db) => {
      const first = [creator.get(path), creator.get(path)]
      await waitForBlockedQuery(db, 2)
      const next = Array.from({ length: 80 }, () => creator.get(path))
      const refusal = await Promise.race(next)
      expect(await countBlockedQueries(db)).toBeLessThanOrEqual(2)
      expect(server.database.pool.waitingCount).toBe(0)
      expect((await other.get('/api/posts/feed')).status).toBe(200)
      const own = other.get(path)
      await waitForBlockedQuery(db, 3)
      return { calls: [...first, ...next, own], refused: refusal }
    })
    await Promise.all(calls)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('2')
    expect((await creator.get(path)).status).toBe(200)
  },
)

test('visitors of one address who search share two statements at a time', async () => {
  const member = await server.member()
  const calls = await whileLocked('posts', async (db) => {
    const sent = Array.from({ length: 30 }, () =>
      server.client().get('/api/search?q=drum&type=posts', { cookie: `visitor=${randomUUID()}` }),
    )
    // Answered after their arrival.
    await member.get('/api/movements')
    expect(await countBlockedQueries(db)).toBeLessThanOrEqual(2)
    const own = member.get('/api/search?q=drum&type=posts')
    await waitForBlockedQuery(db, 3)
    expect(server.database.pool.waitingCount).toBe(0)
    return [...sent, own]
  })
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  // A statement that has waited for more than a second ends with 503.
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
})
