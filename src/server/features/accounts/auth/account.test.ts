import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLOSE_CODES } from '#shared/constants.ts'
import { type Session, listSessions } from '#shared/accounts/preferences.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { sessions } from './schema.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ rates: { failedSignInsOfAccount: { points: 3, seconds: 900 } } })
})
afterAll(() => server.close())

const DAY_MS = 24 * 60 * 60 * 1000
const PASSWORD = 'four words in a row'
const NEW_PASSWORD = 'five words in another row'

test('a changed password works, the old one does not', async () => {
  const member = await createMember()
  const response = await change(member, PASSWORD, NEW_PASSWORD)
  expect(response).toMatchObject({ status: 200, body: { endedSessions: 0 } })
  expect((await signIn(member.user.email, PASSWORD)).status).toBe(401)
  expect((await signIn(member.user.email, NEW_PASSWORD)).status).toBe(200)
  expect((await member.get('/api/auth/user')).status).toBe(200)
})

test('changing the password signs out every other browser and closes its sockets', async () => {
  const member = await createMember()
  const others = [await browserOf(member), await browserOf(member)]
  const [ownSocket, ...otherSockets] = await Promise.all(
    [member, ...others].map((client) => client.openSocket()),
  )
  expect((await change(member, PASSWORD, NEW_PASSWORD)).body).toEqual({ endedSessions: 2 })
  for (const socket of otherSockets) expect(await socket.closed).toEqual({ code: CLOSE_CODES.signedOut })
  for (const other of others) expect((await other.get('/api/auth/user')).status).toBe(401)
  expect(await ownSocket?.roundTrip()).toBe(true)
  ownSocket?.close()
})

test('a wrong current password is reported at its field and changes nothing', async () => {
  const member = await createMember()
  const other = await browserOf(member)
  expect(await change(member, 'something else', NEW_PASSWORD)).toMatchObject({
    status: 403,
    body: { code: 'wrong_credentials', fields: [{ path: 'currentPassword' }] },
  })
  expect((await other.get('/api/auth/user')).status).toBe(200)
  expect((await signIn(member.user.email, PASSWORD)).status).toBe(200)
})

test('a new password that is too short is refused', async () => {
  const member = await createMember()
  expect(await change(member, PASSWORD, 'short')).toMatchObject({
    status: 400,
    body: { code: 'invalid', fields: [{ path: 'newPassword' }] },
  })
})

test('guesses at the current password are limited as at sign-in', async () => {
  const member = await createMember()
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => change(member, 'a guess', NEW_PASSWORD)),
  )
  expect(responses.filter(({ status }) => status === 403)).toHaveLength(3)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(3)
  expect((await change(member, PASSWORD, NEW_PASSWORD)).status).toBe(429)
})

test('a user sees their sessions, the current browser first', async () => {
  const member = await createMember()
  await browserOf(member, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
  const list = await sessionsOf(member)
  expect(list.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  expect(list[1]?.userAgent).toContain('Firefox/140.0')
  for (const { createdAt, lastUsedAt } of list)
    for (const time of [createdAt, lastUsedAt])
      expect(Math.abs(Date.now() - Date.parse(time ?? ''))).toBeLessThan(60_000)
})

test('signing a browser out from another one ends its session and closes its sockets at once', async () => {
  const member = await createMember()
  const other = await browserOf(member)
  const socket = await other.openSocket()
  const [, session] = await sessionsOf(member)
  expect(await revoke(member, session)).toMatchObject({ status: 200, body: { id: session?.id } })
  expect(await socket.closed).toEqual({ code: CLOSE_CODES.signedOut })
  expect((await other.get('/api/auth/user')).status).toBe(401)
  expect(await revoke(member, session)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await sessionsOf(member)).toHaveLength(1)
})

test('another user’s session is not found', async () => {
  const [member, stranger] = [await createMember(), await createMember()]
  const [session] = await sessionsOf(member)
  expect(await revoke(stranger, session)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await member.get('/api/auth/user')).status).toBe(200)
})

test('a session in use is extended to its full lifetime, at most once a day', async () => {
  const member = await createMember()
  const [session] = await sessionsOf(member)
  await setNearExpiry(session)
  await member.get('/api/auth/user')
  const [extended] = await rowsOf(session)
  expect(extended?.expire.getTime()).toBeGreaterThan(Date.now() + 29 * DAY_MS)
  await member.get('/api/auth/user')
  expect(await rowsOf(session)).toEqual([extended])
})

test('a concurrent request that extends an ended session does not restore it', async () => {
  const member = await createMember()
  const other = await browserOf(member)
  const [, session] = await sessionsOf(member)
  await setNearExpiry(session)
  // The session is deleted while a request with it is in progress: its extension waits for this transaction.
  const { pending } = await server.database.db.transaction(async (tx) => {
    await tx.delete(sessions).where(eq(sessions.sid, session?.id ?? ''))
    const request = other.get('/api/auth/user')
    await waitForBlockedQuery(server.database.db)
    return { pending: request }
  })
  await pending
  expect((await other.get('/api/auth/user')).status).toBe(401)
  expect(await sessionsOf(member)).toHaveLength(1)
})

async function createMember(): Promise<TestClient> {
  const client = server.client()
  await client.signUp({ password: PASSWORD })
  return client
}

async function browserOf({ user }: TestClient, userAgent = 'Some Browser'): Promise<TestClient> {
  const client = server.client()
  await client.post('/api/auth/login', { email: user.email, password: PASSWORD }, { 'user-agent': userAgent })
  return client
}

const change = (member: TestClient, currentPassword: string, newPassword: string) =>
  member.put('/api/auth/password', { currentPassword, newPassword })

const signIn = (email: string, password: string) =>
  server.client().post('/api/auth/login', { email, password })

const revoke = (member: TestClient, session: Session | undefined) =>
  member.send('DELETE', `/api/auth/sessions/${session?.id}`)

async function sessionsOf(member: TestClient): Promise<Session[]> {
  return listSessions.response.parse((await member.get('/api/auth/sessions')).body)
}

const rowsOf = (session: Session | undefined) =>
  server.database.db
    .select()
    .from(sessions)
    .where(eq(sessions.sid, session?.id ?? ''))

/** Sets a session to expire in a minute. */
async function setNearExpiry(session: Session | undefined): Promise<void> {
  await server.database.db
    .update(sessions)
    .set({ expire: new Date(Date.now() + 60_000) })
    .where(eq(sessions.sid, session?.id ?? ''))
  await server.catchUpWithDatabase()
}
