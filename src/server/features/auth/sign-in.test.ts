import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { CLOSE_CODES } from '#shared/constants.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { users } from '#server/features/users/schema.ts'
import { rateOf } from '#server/http/rate-limits.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { sessions } from './schema.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({
    env: { TRUST_PROXY: '127.0.0.1' },
    rates: {
      rightPasswords: { points: 5, seconds: 900 },
      failedSignInsOfAccount: { points: 3, seconds: 900 },
    },
  })
})
afterAll(() => server.close())

const PASSWORD = 'four words in a row'
const DAY = 24 * 60 * 60 * 1000

test('a browser that signs in as somebody else loses the session before, and its sockets', async () => {
  const [anna, zoe] = [await newMember(), await newMember()]
  const browser = server.client()
  await signIn(browser, anna)
  const before = { cookie: browser.cookie }
  const socket = await browser.socket()
  expect((await signIn(browser, zoe)).status).toBe(200)
  expect(await socket.closed).toEqual({ code: CLOSE_CODES.signedOut })
  expect((await server.client().get('/api/auth/user', before)).status).toBe(401)
  expect((await browser.get('/api/auth/user')).body).toMatchObject({ id: zoe.user.id })
})

test('what the page of another member asks for is refused, and nothing is stored', async () => {
  const [anna, zoe] = [await newMember(), await newMember()]
  const post = (shown: TestClient) =>
    zoe.post('/api/posts', { content: 'As Anna' }, { 'x-member': shown.user.id })
  expect(await post(anna)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  expect((await zoe.get(`/api/users/${zoe.user.id}/posts`)).body).toEqual([])
  expect((await post(zoe)).status).toBe(201)
  expect((await zoe.get('/api/auth/user', { 'x-member': anna.user.id })).status).toBe(200)
})

test('a call that left before its browser signed in anew does not take the new cookie away', async () => {
  const member = await newMember()
  const before = { cookie: member.cookie }
  await signIn(member, member)
  const late = await server.client().get('/api/auth/user', before)
  expect([late.status, late.headers.getSetCookie()]).toEqual([401, []])
})

test('a sign-in with the old password that is under way does not survive the change', async () => {
  const member = await newMember()
  const browser = server.client()
  const { answer } = await server.database.db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash: 'another' }).where(eq(users.id, member.user.id))
    const asked = signIn(browser, member)
    await waitForBlockedQuery(server.database.db)
    return { answer: asked }
  })
  expect(await answer).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
  expect((await browser.get('/api/auth/user')).status).toBe(401)
  expect(await sessionsOf(member)).toHaveLength(1)
})

test('a member has a hundred sessions at most: the one that was used longest ago ends', async () => {
  const member = await newMember()
  const socket = await member.socket()
  const { db } = server.database
  const own = (days: number) => new Date(Date.now() + days * DAY)
  await db
    .update(sessions)
    .set({ expire: own(1) })
    .where(isOf(member))
  const sess = { userId: member.user.id }
  const others = Array.from({ length: 99 }, (_, at) => ({
    sid: crypto.randomUUID(),
    sess,
    expire: own(2 + at / 9),
  }))
  await db.insert(sessions).values(others)
  expect((await signIn(server.client(), member)).status).toBe(200)
  expect(await socket.closed).toEqual({ code: CLOSE_CODES.signedOut })
  const left = (await sessionsOf(member)).map(({ sid }) => sid)
  expect(left).toHaveLength(100)
  expect(left).toEqual(expect.arrayContaining(others.map(({ sid }) => sid)))
})

test('right passwords are limited too, and then no password is looked at any more', async () => {
  const member = await newMember()
  const statuses: number[] = []
  for (let time = 0; time < 10; time++) statuses.push((await signIn(server.client(), member)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429])
  expect(await sessionsOf(member)).toHaveLength(6)
})

test('an address without attempts left adds no counter for the accounts that it names', async () => {
  const narrow = await startTestApp({
    rates: {
      failedSignInsOfAddress: { points: 2, seconds: 900 },
      registrations: { points: 100, seconds: 60 },
    },
  })
  onTestFinished(() => narrow.close())
  const { limits } = narrow.app.context
  const attempt = (email: string) => narrow.client().post('/api/auth/login', { email, password: 'a guess' })
  const emails = ['one', 'two', 'three', 'four'].map((name) => `${name}@example.org`)
  const statuses: number[] = []
  for (const email of emails) statuses.push((await attempt(email)).status)
  expect(statuses).toEqual([401, 401, 429, 429])
  const isCounted = (email: string) => limits.has(rateOf('failedSignInsOfAccount'), `${email} 127.0.0.1`)
  expect(await Promise.all(emails.map(isCounted))).toEqual([true, true, false, false])
})

test('guesses from many addresses slow an account down for strangers, not for its own browsers and addresses', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const [member, other] = [await newMember(), await newMember()]
  const signInFrom = (address: string, { client = server.client(), password = PASSWORD, of = member } = {}) =>
    client.post('/api/auth/login', { email: of.user.email, password }, { 'x-forwarded-for': address })
  expect((await signInFrom('203.0.113.200')).status).toBe(200)
  const guesses = Array.from({ length: 40 }, (_, at) =>
    signInFrom(`198.51.100.${at}`, { password: 'a guess' }),
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
  expect((await signInFrom('203.0.113.1', { of: other })).status).toBe(200)
  const forged = server.client()
  const headers = { cookie: 'device=stranger.0123456789abcdef', 'x-forwarded-for': '203.0.113.3' }
  const body = { email: member.user.email, password: PASSWORD }
  expect((await forged.post('/api/auth/login', body, headers)).status).toBe(429)

  vi.setSystemTime(Date.now() + 1000)
  expect((await signInFrom('203.0.113.1')).status).toBe(200)
})

test('a browser that an account knows may fail ten times, from whichever address', async () => {
  const member = await newMember()
  const statuses: number[] = []
  for (let at = 0; at < 11; at++) {
    const guess = { email: member.user.email, password: 'a guess' }
    const headers = { 'x-forwarded-for': `198.51.100.${at}` }
    statuses.push((await member.post('/api/auth/login', guess, headers)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
})

async function newMember(): Promise<TestClient> {
  const client = server.client()
  await client.signUp({ password: PASSWORD })
  return client
}

const signIn = (client: TestClient, { user }: TestClient) =>
  client.post('/api/auth/login', { email: user.email, password: PASSWORD })

const isOf = ({ user }: TestClient) => sql`(${sessions.sess} ->> 'userId') = ${user.id}`

const sessionsOf = (member: TestClient) => server.database.db.select().from(sessions).where(isOf(member))
