import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { WebSocket, WebSocketServer } from 'ws'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sessions } from './schema.ts'
import { users } from '#server/features/users/schema.ts'
import { inEnglish } from '#server/http/translations.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

const LONG = 10 * 60_000
const PASSWORD = 'only for this test'

let server: TestApp
beforeAll(async () => {
  // Nothing here waits for a heartbeat.
  server = await startTestApp({ env: { SOCKET_HEARTBEAT_SECONDS: '600' } })
  expect(server.app.context.config.heartbeatMs).toBe(LONG)
})
afterAll(() => server.close())

test('who is signed in is asked of the database once', async () => {
  const member = await server.member()
  await server.settle()
  await currentUser(member)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  expect((await currentUser(member)).status).toBe(200)
  const asked = query.mock.calls.map(([statement]) => JSON.stringify(statement))
  // The look whether changes are heard of may come in between.
  expect(asked.filter((statement) => !statement.includes('pg_notify'))).toEqual([])
})

test('what a member changes of itself is there at its next call', async () => {
  const member = await server.member()
  for (let time = 0; time < 30; time++) {
    await currentUser(member)
    expect((await member.put('/api/auth/profile', { firstName: `Name ${time}` })).status).toBe(200)
    expect((await currentUser(member)).body).toMatchObject({ firstName: `Name ${time}` })
  }
})

test('a browser that is signed out elsewhere is refused at its next call', async () => {
  const [member, other] = [server.client(), server.client()]
  await member.signUp({ password: PASSWORD })
  for (let time = 0; time < 5; time++) {
    await other.post('/api/auth/login', { email: member.user.email, password: PASSWORD })
    expect((await currentUser(other)).status).toBe(200)
    const { body } = await member.get('/api/auth/sessions')
    // Boundary: the contract's list, which account.test.ts checks.
    const session = (body as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => !isCurrent)
    await member.send('DELETE', `/api/auth/sessions/${session?.id}`)
    expect((await currentUser(other)).status).toBe(401)
  }
})

test('a member who is deactivated by hand is refused, and loses its sockets, at once', async () => {
  const member = await server.member()
  const socket = await member.socket()
  await currentUser(member)
  await set(member, { isActive: false })
  expect(await socket.closed).toEqual({ code: 4401 })
  await server.settle()
  expect((await currentUser(member)).status).toBe(401)
  await set(member, { isActive: true })
  await server.settle()
  expect((await currentUser(member)).status).toBe(200)
})

test('another role holds at once, and its sockets begin anew', async () => {
  const member = await server.member()
  const socket = await member.socket()
  await set(member, { role: 'admin' })
  expect(await socket.closed).toEqual({ code: 4401 })
  await server.settle()
  expect((await currentUser(member)).body).toMatchObject({ role: 'admin' })
})

test('a session that ends elsewhere takes its sockets with it at the next heartbeat', async () => {
  const hasty = await startTestApp({ env: { SOCKET_HEARTBEAT_SECONDS: '1' } })
  onTestFinished(() => hasty.close())
  const [member, other] = [await hasty.member(), await hasty.member()]
  const [closing, open] = [await member.socket(), await other.socket()]
  await hasty.database.db.delete(sessions).where(eq(sql`${sessions.sess} ->> 'userId'`, member.user.id))
  expect(await closing.closed).toEqual({ code: 4401 })
  expect(await open.settled()).toBe(true)
})

test('a socket that was let in with a session that has ended meanwhile does not keep it', async () => {
  const member = await server.member()
  const elsewhere = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => elsewhere.close())
  await once(elsewhere, 'listening')
  // Boundary: a server that listens on a port has such an address.
  const { port } = elsewhere.address() as AddressInfo
  const browser = new WebSocket(`ws://127.0.0.1:${port}`)
  const [[socket]] = await Promise.all([once(elsewhere, 'connection'), once(browser, 'open')])
  const closed = once(browser, 'close')
  server.app.context.sockets.accept(
    { socket, translate: inEnglish },
    {
      user: { id: member.user.id, role: 'user' },
      visitor: null,
      sessionId: 'one that has ended',
      address: '127.0.0.1',
      userAgent: null,
    },
  )
  expect((await closed)[0]).toBe(4401)
})

test('counts that others move are seen, and leave the sockets open', async () => {
  const [member, fan] = [await server.member(), await server.member()]
  const socket = await member.socket()
  await currentUser(member)
  await fan.post(`/api/users/${member.user.id}/follow`)
  await server.settle()
  expect((await currentUser(member)).body).toMatchObject({ followersCount: 1 })
  expect(await socket.settled()).toBe(true)
  socket.close()
})

test('a cookie of no session is taken back', async () => {
  const member = await server.member()
  const cookie = member.cookie
  await member.get('/api/logout')
  const answer = await server.client().get('/', { cookie })
  expect(answer.headers.getSetCookie().join()).toMatch(/creative-wave=;.*Expires=Thu, 01 Jan 1970/)
  const forged = await server.client().get('/api/auth/user', { cookie: cookie.replace(/\.[^;]*/, '.forged') })
  expect(forged.status).toBe(401)
})

const currentUser = (client: TestClient) => client.get('/api/auth/user')

async function set({ user }: TestClient, values: Partial<typeof users.$inferInsert>): Promise<void> {
  await server.database.db.update(users).set(values).where(eq(users.id, user.id))
}
