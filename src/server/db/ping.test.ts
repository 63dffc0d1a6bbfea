import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { toDatabase } from './open.ts'
import { LONG_LIMITS, copyPool } from './pool.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ env: { JOBS: 'off' } })
})
afterAll(() => server.close())

test('the site is ready while all connections of its calls are in use', async () => {
  const { pool } = server.database
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  onTestFinished(() => {
    for (const client of clients) client.release()
  })
  expect(pool.idleCount).toBe(0)
  expect((await server.client().get('/readyz')).status).toBe(200)
})

test('the site is ready again after the connection of its readiness check was lost', async () => {
  const visitor = server.client()
  const { db } = server.database
  expect((await visitor.get('/readyz')).status).toBe(200)
  const { rows } = await db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'select 1' and pid <> pg_backend_pid()`)
  expect(rows).toHaveLength(1)
  await vi.waitFor(async () => expect((await visitor.get('/readyz')).status).toBe(200))
})

test('the connection of the readiness check is closed with the others', async () => {
  const { db, pool } = server.database
  const copy = toDatabase(copyPool(pool, { limits: LONG_LIMITS }), {
    location: null,
    afterClose: async () => {},
  })
  const countPings = async () => {
    const { rows } = await db.execute(sql`
      select pid from pg_stat_activity where datname = current_database() and query = 'select 1'`)
    return rows.length
  }
  const before = await countPings()
  await copy.ping()
  expect(await countPings()).toBe(before + 1)
  await copy.close()
  await vi.waitFor(async () => expect(await countPings()).toBe(before))
})
