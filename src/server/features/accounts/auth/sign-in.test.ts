import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { CLOSE_CODES } from '#shared/constants.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { sessions } from './schema.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({
    env: { TRUST_PROXY: '127.0.0.1' },
    rates: {
      correctPasswords: { points: 5, seconds: 900 },
      failedSignInsOfAccount: { points: 3, seconds: 900 },
    },
  })
})
afterAll(() => server.close())

const PASSWORD = 'four words in a row'
const DAY_MS = 24 * 60 * 60 * 1000

test('signing in as another user ends the browser’s previous session and closes its sockets', async () => {
  const [anna, zoe] = [await createMember(), await createMember()]
  const browser = server.client()
  await signIn(browser, anna)
  const before = { cookie: browser.cookie }
  const socket = await browser.openSocket()
  expect((await signIn(browser, zoe)).status).toBe(200)
  expect(await socket.closed).toEqual({ code: CLOSE_CODES.signedOut })
  expect((await server.client().get('/api/auth/user', before)).status).toBe(401)
  expect((await browser.get('/api/auth/user')).body).toMatchObject({ id: zoe.user.id })
})

test('a write from a page that was rendered for another user is refused and stores nothing', async () => {
  const [anna, zoe] = [await createMember(), await createMember()]
  const postFromPageOf = (pageUser: TestClient) =>
    zoe.post('/api/posts', { content: 'As Anna' }, { 'x-member': pageUser.user.id })
  expect(await postFromPageOf(anna)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  expect((await zoe.get(`/api/users/${zoe.user.id}/posts`)).body).toEqual([])
  expect((await postFromPageOf(zoe)).status).toBe(201)
  expect((await zoe.get('/api/auth/user', { 'x-member': anna.user.id })).status).toBe(200)
})

test('the response to a call sent before a new sign-in does not clear the new cookie', async () => {
  const member = await createMember()
  const before = { cookie: member.cookie }
  await signIn(member, member)
  const late = await server.client().get('/api/auth/user', before)
  expect([late.status, late.headers.getSetCookie()]).toEqual([401, []])
})

test('a sign-in with the old password that runs during a password change fails', async () => {
  const member = await createMember()
  const browser = server.client()
  const { pending } = await server.database.db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash: 'another' }).where(eq(users.id, member.user.id))
    const request = signIn(browser, member)
    await waitForBlockedQuery(server.database.db)
    return { pending: request }
  })
  expect(await pending).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
  expect((await browser.get('/api/auth/user')).status).toBe(401)
  expect(await sessionsOf(member)).toHaveLength(1)
})

test('a user has at most a hundred sessions: the least recently used one ends', async () => {
  const member = await createMember()
  const socket = await member.openSocket()
  const { db } = server.database
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  await db
    .update(sessions)
    .set({ expire: inDays(1) })
    .where(belongsTo(member))
  const sess = { userId: member.user.id }
  const others = Array.from({ length: 99 }, (_, index) => ({
    sid: crypto.randomUUID(),
    sess,
    expire: inDays(2 + index / 9),
  }))
  await db.insert(sessions).values(others)
  expect((await signIn(server.client(), member)).status).toBe(200)
  expect(await socket.closed).toEqual({ code: CLOSE_CODES.signedOut })
  const remaining = (await sessionsOf(member)).map(({ sid }) => sid)
  expect(remaining).toHaveLength(100)
  expect(remaining).toEqual(expect.arrayContaining(others.map(({ sid }) => sid)))
})

test('successful sign-ins are limited too', async () => {
  const member = await createMember()
  const statuses: number[] = []
  for (let count = 0; count < 10; count++) statuses.push((await signIn(server.client(), member)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429])
  expect(await sessionsOf(member)).toHaveLength(6)
})

test('an address without attempts left adds no counter for the accounts that it names', async () => {
  const strictApp = await startTestApp({
    rates: {
      failedSignInsOfAddress: { points: 2, seconds: 900 },
      registrations: { points: 100, seconds: 60 },
    },
  })
  onTestFinished(() => strictApp.close())
  const { limits } = strictApp.app.context
  const attempt = (email: string) =>
    strictApp.client().post('/api/auth/login', { email, password: 'a guess' })
  const emails = ['one', 'two', 'three', 'four'].map((name) => `${name}@example.org`)
  const statuses: number[] = []
  for (const email of emails) statuses.push((await attempt(email)).status)
  expect(statuses).toEqual([401, 401, 429, 429])
  const isCounted = (email: string) => limits.has(rateOf('failedSignInsOfAccount'), `${email} 127.0.0.1`)
  expect(await Promise.all(emails.map(isCounted))).toEqual([true, true, false, false])
})

test('guesses from many addresses slow down unknown browsers and addresses, not known ones', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const [member, other] = [await createMember(), await createMember()]
  const signInFrom = (address: string, { client = server.client(), password = PASSWORD, of = member } = {}) =>
    client.post('/api/auth/login', { email: of.user.email, password }, { 'x-forwarded-for': address })
  expect((await signInFrom('203.0.113.200')).status).toBe(200)
  const guesses = Array.from({ length: 40 }, (_, index) =>
    signInFrom(`198.51.100.${index}`, { password: 'a guess' }),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)

  const refused = await signInFrom('203.0.113.1')
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'rate_limited' }])
  expect(refused.headers.get('retry-after')).toBe('1')
  await member.get('/api/logout')
  expect((await signInFrom('203.0.113.2', { client: member })).status).toBe(200)
  expect((await signInFrom('203.0.113.200')).status).toBe(200)
  // The address from which the account was registered.
  expect((await signInFrom('127.0.0.1')).status).toBe(200)
  expect((await signInFrom('203.0.113.1', { of: other })).status).toBe(200)
  const forged = server.client()
  const headers = { cookie: 'device=stranger.0123456789abcdef', 'x-forwarded-for': '203.0.113.3' }
  const body = { email: member.user.email, password: PASSWORD }
  expect((await forged.post('/api/auth/login', body, headers)).status).toBe(429)

  vi.setSystemTime(Date.now() + 1000)
  expect((await signInFrom('203.0.113.1')).status).toBe(200)
})

test('a known browser may fail ten times, from any address', async () => {
  const member = await createMember()
  const statuses: number[] = []
  for (let index = 0; index < 11; index++) {
    const guess = { email: member.user.email, password: 'a guess' }
    const headers = { 'x-forwarded-for': `198.51.100.${index}` }
    statuses.push((await member.post('/api/auth/login', guess, headers)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
})

async function createMember(): Promise<TestClient> {
  const client = server.client()
  await client.signUp({ password: PASSWORD })
  return client
}

const signIn = (client: TestClient, { user }: TestClient) =>
  client.post('/api/auth/login', { email: user.email, password: PASSWORD })

const belongsTo = ({ user }: TestClient) => sql`(${sessions.sess} ->> 'userId') = ${user.id}`

const sessionsOf = (member: TestClient) => server.database.db.select().from(sessions).where(belongsTo(member))
