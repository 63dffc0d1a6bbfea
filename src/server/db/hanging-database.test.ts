import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { scaled } from '../../../scripts/test/machine-limits.ts'
import { listChat } from '#shared/live/chat.ts'
import { createTestUpload, sendPart } from '#server/features/media/uploads/test-uploads.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { toDatabase } from './open.ts'
import { LONG_LIMITS, copyPool } from './pool.ts'
import { createFreezer } from './testing/freeze-postgres.ts'
import { createTestDatabase } from './testing/test-database.ts'
import { connectionTo, startTestServer } from './testing/test-server.ts'

type Postgres = Awaited<ReturnType<typeof startTestServer>>
type Freezer = Awaited<ReturnType<typeof createFreezer>>
let postgres: Postgres
let freezer: Freezer
/** Far longer than a statement of the tests takes. */
const SHORT = scaled(600)
const UNAVAILABLE = {
  status: 503,
  body: { code: 'unavailable', message: expect.stringMatching(/Try again/) },
}

beforeAll(async () => {
  postgres = await startTestServer()
  freezer = await createFreezer(connectionTo(postgres.access))
})
afterEach(() => freezer.thaw())
afterAll(async () => {
  await freezer.close()
  await postgres.stop()
})

async function start(limitMs = SHORT): Promise<TestApp> {
  const limits = { acquireMs: limitMs, statementMs: limitMs }
  const database = await createTestDatabase({ limits, server: postgres.access })
  const server = await startTestApp({ database })
  await server.admin.signUp()
  onTestFinished(async () => {
    freezer.thaw()
    await server.close()
  })
  return server
}

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
      // Through pools of their own.
      visitor.get('/api/search?q=kora'),
      member.get('/api/storage'),
      createTestUpload(member, 4),
      sendPart(member, uploadPath, 0, Buffer.from('text')),
      visitor.post('/api/auth/login', { email: 'ama@example.org', password: 'does not matter' }),
    ])
  // More calls than connections.
  for (const { status, body, headers } of (await Promise.all([1, 2, 3, 4].map(calls))).flat()) {
    expect({ status, body }).toMatchObject(UNAVAILABLE)
    expect(headers.get('retry-after')).toBe('5')
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
  expect(memberPage.body).toMatch(/<meta http-equiv="refresh" content="\d+">/)
  expect(memberPage.body).toContain('Try again in a moment.')
  freezer.thaw()
  await vi.waitFor(async () => expect((await member.get(`/stream/${streamId}`)).status).toBe(200))
})

test('the readiness check says that the database hangs long before the limits of calls, and liveness needs no database', async () => {
  const server = await start(60 * 60 * 1000)
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
  await vi.waitFor(async () =>
    expect((await member.post('/api/chat/send', message)).status).toBeLessThan(300),
  )
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
  await expect(work).rejects.toThrow('rollback')
  freezer.thaw()
  await db.execute(sql`create table kept ()`)
  const { rows } = await longRunningDb.execute(
    sql`select to_regclass('kept') as kept, to_regclass('half_done') as "halfDone"`,
  )
  expect(rows).toEqual([{ kept: 'kept', halfDone: null }])
})

test('the pools close while the database hangs, also with a long statement on its way', async () => {
  const database = await createTestDatabase({ server: postgres.access })
  onTestFinished(() => database.close())
  const copy = toDatabase(copyPool(database.pool, { limits: LONG_LIMITS }), {
    location: null,
    afterClose: async () => {},
  })
  const client = await copy.pool.connect()
  await freezer.freeze()
  const statement = client.query('select 1')
  await expect(copy.close()).resolves.toBeUndefined()
  freezer.thaw()
  await statement
  client.release()
})
