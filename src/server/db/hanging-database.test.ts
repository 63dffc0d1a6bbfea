import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { scaled } from '../../../scripts/test/machine-limits.ts'
import { listChat } from '#shared/chat.ts'
import { createTestUpload, sendPart } from '#server/features/uploads/test-uploads.ts'
import { type TestApp, type TestOptions, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { createFreezer } from './testing/freeze-postgres.ts'
import { createTestDatabase } from './testing/test-database.ts'
import { connectionTo, startTestServer } from './testing/test-server.ts'

type Postgres = Awaited<ReturnType<typeof startTestServer>>
type Freezer = Awaited<ReturnType<typeof createFreezer>>
let postgres: Postgres
let freezer: Freezer
/** Far longer than a statement of the tests takes. */
const LIMIT = String(scaled(600) / 1000)
const SHORT = { DATABASE_ACQUIRE_SECONDS: LIMIT, DATABASE_STATEMENT_SECONDS: LIMIT }
const UNAVAILABLE = { status: 503, body: { code: 'unavailable', message: expect.stringMatching(/Try again/) } }

beforeAll(async () => {
  postgres = await startTestServer()
  freezer = await createFreezer(connectionTo(postgres.access))
})
afterEach(() => freezer.thaw())
afterAll(async () => {
  await freezer.close()
  await postgres.stop()
})

async function start(env: Record<string, string> = SHORT, options: TestOptions = {}): Promise<TestApp> {
  const limits = { acquireMs: seconds(env.DATABASE_ACQUIRE_SECONDS), statementMs: seconds(env.DATABASE_STATEMENT_SECONDS) }
  const database = await createTestDatabase({ limits, server: postgres.access })
  const server = await startTestApp({ env, database, ...options })
  await server.admin.signUp()
  onTestFinished(async () => {
    freezer.thaw()
    await server.close()
  })
  return server
}

const seconds = (value = '') => Number(value) * 1000

async function createScene(server: TestApp) {
  const member = await server.member()
  const { id: streamId } = await member.createStream()
  const upload = await createTestUpload(member, 4)
  return { member, streamId, uploadPath: upload.headers.get('location') ?? '' }
}

test('while the database hangs every call, page, upload and socket gets 503, and all work again after it without a restart', async () => {
  const server = await start()
  const { member, streamId, uploadPath } = await createScene(server)
  const visitor = server.client()
  const socket = await member.openSocket()
  await freezer.freeze()
  const calls = () =>
    Promise.all([
      member.get('/api/posts/feed'),
      member.post('/api/posts', { content: 'hello' }),
      member.post(`/api/streams/${streamId}/like`, { liked: true }),
      visitor.get(`/api/users/${member.user.id}`),
      visitor.get('/api/streams/live'),
      createTestUpload(member, 4),
      sendPart(member, uploadPath, 0, Buffer.from('text')),
      visitor.post('/api/auth/login', { email: 'ama@example.org', password: 'does not matter' }),
    ])
  // More often than there are connections.
  for (let round = 0; round < 4; round++)
    for (const { status, body, headers } of await calls()) {
      expect({ status, body }).toMatchObject(UNAVAILABLE)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
  socket.send({ type: 'subscribe', streamId })
  expect(await socket.waitFor('error')).toMatchObject({ code: 'unavailable', retryAfter: 5 })
  expect((await visitor.get('/healthz')).status).toBe(200)
  freezer.thaw()
  await vi.waitFor(async () => expect((await visitor.get('/readyz')).status).toBe(200))
  const { status } = await member.get('/api/posts/feed')
  expect(status).toBe(200)
  expect((await member.post('/api/posts', { content: 'again' })).status).toBe(201)
  expect((await sendPart(member, uploadPath, 0, Buffer.from('text'))).status).toBe(204)
  socket.send({ type: 'subscribe', streamId })
  await socket.waitFor('subscribed')
  socket.close()
})

test('while the database hangs a visitor gets the page, and a member a page that loads again by itself', async () => {
  const server = await start()
  const { member, streamId } = await createScene(server)
  await freezer.freeze()
  const visitorPage = await server.client().get(`/stream/${streamId}`)
  expect(visitorPage.status).toBe(200)
  expect(visitorPage.body).toContain('id="boot"')
  // Sign-up and the stream have changed the member's row: it is not cached.
  const memberPage = await member.get(`/stream/${streamId}`)
  expect(memberPage.status).toBe(503)
  expect(memberPage.headers.get('retry-after')).toBe('5')
  expect(memberPage.body).toContain('<meta http-equiv="refresh" content="5">')
  expect(memberPage.body).toContain('Try again in a moment.')
  freezer.thaw()
  await vi.waitFor(async () => expect((await member.get(`/stream/${streamId}`)).status).toBe(200))
})

test('the readiness check says that the database hangs long before the limits of calls, and liveness needs no database', async () => {
  const server = await start({ DATABASE_ACQUIRE_SECONDS: '3600', DATABASE_STATEMENT_SECONDS: '3600' })
  const visitor = server.client()
  await freezer.freeze()
  const answers = await Promise.all(Array.from({ length: 40 }, () => visitor.get('/readyz')))
  for (const { status, body, headers } of answers) {
    expect({ status, body }).toEqual({
      status: 503,
      body: { code: 'unavailable', message: "The database doesn't respond in time." },
    })
    expect(headers.get('retry-after')).toBe('5')
  }
  expect((await visitor.get('/healthz')).status).toBe(200)
  freezer.thaw()
  await vi.waitFor(async () => expect((await visitor.get('/readyz')).status).toBe(200))
})

test('a message that timed out is not called sent, and repeating it stores it once', async () => {
  const server = await start()
  const { member, streamId } = await createScene(server)
  const message = { streamId, message: 'once', clientId: crypto.randomUUID() }
  await freezer.freeze()
  const refused = await Promise.all([1, 2, 3].map(() => member.post('/api/chat/send', message)))
  for (const { status } of refused) expect(status).toBe(503)
  freezer.thaw()
  await vi.waitFor(async () => expect((await member.post('/api/chat/send', message)).status).toBeLessThan(300))
  expect((await member.post('/api/chat/send', message)).status).toBeLessThan(300)
  expect(await textsOf(member, streamId)).toEqual(['once'])
})

async function textsOf(client: TestClient, streamId: string): Promise<string[]> {
  const { body } = await client.get(`/api/streams/${streamId}/chat`)
  return listChat.response.parse(body).map(({ message }) => message)
}

test('what is written after a transaction that hung is committed: its connection is not used again', async () => {
  const server = await start()
  const { db, longRunningDb } = server.database
  const work = db.transaction(async (tx) => {
    await tx.execute(sql`create table half_done ()`)
    await freezer.freeze()
    await tx.execute(sql`select 1`)
  })
  await expect(work).rejects.toThrow()
  freezer.thaw()
  await db.execute(sql`create table kept ()`)
  const { rows } = await longRunningDb.execute(
    sql`select to_regclass('kept') as kept, to_regclass('half_done') as "halfDone"`,
  )
  expect(rows).toEqual([{ kept: 'kept', halfDone: null }])
})

test('a call that gets no connection, as all are in use, gets 503', async () => {
  const server = await start()
  const { member } = await createScene(server)
  const { pool } = server.database
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const refused = await member.post('/api/posts', { content: 'hello' })
  for (const client of held) client.release()
  expect(refused).toMatchObject(UNAVAILABLE)
  expect((await member.post('/api/posts', { content: 'hello' })).status).toBe(201)
})

test('a call that waits too long for a lock gets 503 and keeps its connection', async () => {
  const server = await start()
  const { member } = await createScene(server)
  const locking = await server.database.pool.connect()
  await locking.query('begin; lock table posts in access exclusive mode')
  const before = server.database.pool.totalCount
  expect(await member.post('/api/posts', { content: 'hello' })).toMatchObject(UNAVAILABLE)
  await locking.query('rollback')
  locking.release()
  expect((await member.post('/api/posts', { content: 'hello' })).status).toBe(201)
  expect(server.database.pool.totalCount).toBeGreaterThanOrEqual(before)
})

test.each([
  ['the disk of the database is full', '53100', '60', /no room to save/],
  ['the database has too many connections', '53300', '5', /busy/],
  ['the database shuts down', '57P01', '5', /busy/],
  ['the database is starting up', '57P03', '5', /busy/],
  ['the connection fails', '08006', '5', /busy/],
  ['the database is a read-only standby', '25006', '5', /busy/],
])('a post gets 503 when %s', async (_, code, retryAfter, message) => {
  const server = await start()
  const { member } = await createScene(server)
  await server.database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception using errcode = '${code}'; end $$;
    create trigger refuse before insert on posts for each row execute function refuse()`)
  const refused = await member.post('/api/posts', { content: 'hello' })
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'unavailable', message: expect.stringMatching(message) },
  })
  expect(refused.headers.get('retry-after')).toBe(retryAfter)
  await server.database.pool.query('drop trigger refuse on posts')
  expect((await member.post('/api/posts', { content: 'hello' })).status).toBe(201)
})
