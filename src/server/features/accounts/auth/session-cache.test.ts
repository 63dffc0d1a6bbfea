import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { WebSocket, WebSocketServer } from 'ws'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sessions } from './schema.ts'
import { SESSION_USER_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { inEnglish } from '#server/http/translations.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

const LONG_HEARTBEAT_MS = 10 * 60_000
const PASSWORD = 'only for this test'

let server: TestApp
beforeAll(async () => {
  // A heartbeat longer than any test: sockets must close without waiting for one. No jobs, whose statements would be counted.
  server = await startTestApp({ env: { SOCKET_HEARTBEAT_SECONDS: '600', JOBS: 'off' } })
  expect(server.app.context.config.heartbeatMs).toBe(LONG_HEARTBEAT_MS)
})
afterAll(() => server.close())

test('the session and the user are read from the database once', async () => {
  const member = await server.member()
  await server.catchUpWithDatabase()
  await currentUser(member)
  const statements = await statementsOf(async () => {
    expect((await currentUser(member)).status).toBe(200)
  })
  // The health check of the change listener may come in between, and the write of the day on which the member was active.
  const isOfCall = (statement: string) => !/pg_notify|active_days/.test(statement)
  expect(statements.filter(isOfCall)).toEqual([])
})

test('a user’s change of their own profile is visible to their next call', async () => {
  const member = await server.member()
  for (let count = 0; count < 30; count++) {
    await currentUser(member)
    expect((await member.put('/api/auth/profile', { firstName: `Name ${count}` })).status).toBe(200)
    expect((await currentUser(member)).body).toMatchObject({ firstName: `Name ${count}` })
  }
})

test('a browser that is signed out from another one is refused at its next call', async () => {
  const [member, other] = [server.client(), server.client()]
  await member.signUp({ password: PASSWORD })
  for (let count = 0; count < 5; count++) {
    await other.post('/api/auth/login', { email: member.user.email, password: PASSWORD })
    expect((await currentUser(other)).status).toBe(200)
    const { body } = await member.get('/api/auth/sessions')
    // Boundary: the contract's list, which account.test.ts checks.
    const session = (body as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => !isCurrent)
    await member.send('DELETE', `/api/auth/sessions/${session?.id}`)
    expect((await currentUser(other)).status).toBe(401)
  }
})

test('a user who is deactivated in the database is refused at once, and their sockets are closed', async () => {
  const member = await server.member()
  const socket = await member.openSocket()
  await currentUser(member)
  await updateUser(member, { isActive: false })
  expect(await socket.closed).toEqual({ code: 4401 })
  await server.catchUpWithDatabase()
  expect((await currentUser(member)).status).toBe(401)
  await updateUser(member, { isActive: true })
  await server.catchUpWithDatabase()
  expect((await currentUser(member)).status).toBe(200)
})

test('a changed role applies at once, and the user’s sockets are closed', async () => {
  const member = await server.member()
  const socket = await member.openSocket()
  await updateUser(member, { role: 'admin' })
  expect(await socket.closed).toEqual({ code: 4401 })
  await server.catchUpWithDatabase()
  expect((await currentUser(member)).body).toMatchObject({ role: 'admin' })
})

test('the sockets of a session that ended in the database are closed at the next heartbeat', async () => {
  const fastApp = await startTestApp({ env: { SOCKET_HEARTBEAT_SECONDS: '1' } })
  onTestFinished(() => fastApp.close())
  const [member, other] = [await fastApp.member(), await fastApp.member()]
  const [closing, open] = [await member.openSocket(), await other.openSocket()]
  await fastApp.database.db.delete(sessions).where(eq(sql`${sessions.sess} ->> 'userId'`, member.user.id))
  expect(await closing.closed).toEqual({ code: 4401 })
  expect(await open.roundTrip()).toBe(true)
})

test('a socket whose session ended while it was being opened is closed', async () => {
  const member = await server.member()
  const otherServer = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => otherServer.close())
  await once(otherServer, 'listening')
  // Boundary: a server that listens on a port has such an address.
  const { port } = otherServer.address() as AddressInfo
  const browser = new WebSocket(`ws://127.0.0.1:${port}`)
  const [[socket, request]] = await Promise.all([once(otherServer, 'connection'), once(browser, 'open')])
  const closed = once(browser, 'close')
  server.app.context.sockets.accept(
    { socket, tcpSocket: request.socket, translate: inEnglish },
    {
      user: { id: member.user.id, role: 'user' },
      visitorId: null,
      sessionId: 'one that has ended',
      address: '127.0.0.1',
      userAgent: null,
    },
  )
  expect((await closed)[0]).toBe(4401)
})

test('a follow or a view evicts nobody, and the current user’s counts are right', async () => {
  const [member, fan] = [await server.member(), await server.member()]
  const socket = await member.openSocket()
  const { id } = await member.createStream()
  await member.put(`/api/streams/${id}`, { isLive: true })
  await currentUser(member)
  const evicted: string[] = []
  onTestFinished(server.app.context.rowChanges.on('users', (userId) => evicted.push(userId)))
  await fan.post(`/api/users/${member.user.id}/follow`)
  const watching = await fan.openJoinedSocket(id)
  await expect
    .poll(async () => (await currentUser(member)).body)
    .toMatchObject({ followersCount: 1, totalViews: 1, streamsCount: 1 })
  const statements = await statementsOf(async () => {
    await fan.post(`/api/users/${member.user.id}/unfollow`)
    await server.catchUpWithDatabase()
    expect((await currentUser(member)).body).toMatchObject({ followersCount: 0 })
  })
  expect(statements.filter((statement) => statement.includes('user_counts_by_id'))).toHaveLength(1)
  expect(statements.filter((statement) => statement.includes('session_user_by_id'))).toEqual([])
  expect(evicted).toEqual([])
  expect(await socket.roundTrip()).toBe(true)
  for (const each of [socket, watching]) each.close()
})

test('every cached column and the password evict a user when they change, and no other column does', async () => {
  const { rows } = await server.database.pool.query<{ definition: string }>(
    `select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'users_notify_change'`,
  )
  const evicting = new Set(
    Array.from(rows[0]?.definition.matchAll(/\bnew\.(\w+)/g) ?? [], ([, name]) => name),
  )
  const cached = Object.values(SESSION_USER_COLUMNS).map(({ name }) => name)
  expect([...evicting].toSorted()).toEqual([...cached, users.passwordHash.name].toSorted())
})

test('a cookie without a session is cleared', async () => {
  const member = await server.member()
  const cookie = member.cookie
  await member.get('/api/logout')
  const response = await server.client().get('/', { cookie })
  expect(response.headers.getSetCookie().join()).toMatch(/creative-wave=;.*Expires=Thu, 01 Jan 1970/)
  const forged = await server.client().get('/api/auth/user', { cookie: cookie.replace(/\.[^;]*/, '.forged') })
  expect(forged.status).toBe(401)
})

/** The statements that are sent to the database during an action, as JSON. */
async function statementsOf(action: () => Promise<void>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  await action()
  return query.mock.calls.map(([statement]) => JSON.stringify(statement))
}

const currentUser = (client: TestClient) => client.get('/api/auth/user')

async function updateUser({ user }: TestClient, values: Partial<typeof users.$inferInsert>): Promise<void> {
  await server.database.db.update(users).set(values).where(eq(users.id, user.id))
}
