import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { scaled } from '../../../scripts/test/machine-limits.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

/** Far longer than a statement of the tests takes. */
const LIMIT = String(scaled(600) / 1000)
let server: TestApp
let member: TestClient
beforeAll(async () => {
  server = await startTestApp({
    env: { DATABASE_ACQUIRE_SECONDS: LIMIT, DATABASE_STATEMENT_SECONDS: LIMIT },
  })
  member = await server.member()
})
afterAll(() => server.close())

const post = () => member.post('/api/posts', { content: 'hello' })
const BUSY = {
  status: 503,
  body: { code: 'unavailable', message: 'The site is busy. Try again in a moment.' },
}

test('a call that gets no connection, as all are in use, gets 503', async () => {
  const { pool } = server.database
  const held: PoolClient[] = []
  while (held.length < pool.options.max) held.push(await pool.connect())
  const refused = await post().finally(() => {
    for (const client of held) client.release()
  })
  expect(refused).toMatchObject(BUSY)
  expect((await post()).status).toBe(201)
})

test('a call that waits too long for a lock gets 503, and works when the lock is free', async () => {
  const locking = await server.database.pool.connect()
  await locking.query('begin; lock table posts in access exclusive mode')
  const refused = await post()
  await locking.query('rollback')
  locking.release()
  expect(refused).toMatchObject(BUSY)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect((await post()).status).toBe(201)
})

test.each([
  ['the disk of the database is full', '53100', '60', /no room to save/],
  ['the database has too many connections', '53300', '5', /busy/],
  ['the database shuts down', '57P01', '5', /busy/],
  ['the database is starting up', '57P03', '5', /busy/],
  ['the connection fails', '08006', '5', /busy/],
  ['the database has become a read-only standby', '25006', '5', /busy/],
])('a post gets 503 when %s', async (_, code, retryAfter, message) => {
  const { pool } = server.database
  await pool.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception using errcode = '${code}'; end $$;
    create trigger refuse before insert on posts for each row execute function refuse()`)
  onTestFinished(async () => void (await pool.query('drop function if exists refuse cascade')))
  const refused = await post()
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'unavailable', message: expect.stringMatching(message) },
  })
  expect(refused.headers.get('retry-after')).toBe(retryAfter)
  await pool.query('drop trigger refuse on posts')
  expect((await post()).status).toBe(201)
})
