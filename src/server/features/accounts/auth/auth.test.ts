import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { currentUser } from '#shared/accounts/users.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { sessions } from '#server/features/accounts/auth/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({
    // The hash parameters of production; other tests use cheaper ones.
    env: { PASSWORD_HASH_KIB: '' },
    rates: {
      failedSignInsOfAccount: { points: 3, seconds: 900 },
      registrations: { points: 60, seconds: 60 },
    },
  })
})
afterAll(() => server.close())

const account = (overrides: object = {}) => ({
  email: `${crypto.randomUUID()}@example.org`,
  password: 'four words in a row',
  firstName: 'Fọlákẹ́',
  lastName: 'Adéyẹmí',
  ...overrides,
})

test('a new user is signed in at once and sees their own e-mail address', async () => {
  const client = server.client()
  const newAccount = account({ email: 'Folake@Example.org' })
  const response = await client.post('/api/auth/register', newAccount)
  expect(response.status).toBe(201)
  expect(response.body).toMatchObject({ email: 'folake@example.org', role: 'user', handle: 'folake_adeyemi' })
  expect((await client.get('/api/auth/user')).body).toMatchObject({ email: 'folake@example.org' })
})

test('of users with the same name the first gets the plain handle, the next get numbered ones', async () => {
  const handles: unknown[] = []
  for (let count = 0; count < 4; count++) handles.push(await registerHandle('Kofi', 'Mensah'))
  expect(handles).toEqual(['kofi_mensah', 'kofi_mensah_2', 'kofi_mensah_3', 'kofi_mensah_4'])
  const concurrent = await Promise.all(Array.from({ length: 6 }, () => registerHandle('Ama', 'Mensah')))
  const expected = ['ama_mensah', ...[2, 3, 4, 5, 6].map((number) => `ama_mensah_${number}`)]
  expect(new Set(concurrent)).toEqual(new Set(expected))
})

test('a handle that another user takes during the sign-up is not given out twice', async () => {
  const other = await server.member()
  const { pending } = await server.database.db.transaction(async (tx) => {
    await tx.update(users).set({ handle: 'esi_mensah' }).where(eq(users.id, other.user.id))
    const request = registerHandle('Esi', 'Mensah')
    await waitForBlockedQuery(server.database.db)
    return { pending: request }
  })
  expect(await pending).toBe('esi_mensah_2')
})

async function registerHandle(firstName: string, lastName: string): Promise<unknown> {
  const response = await server.client().post('/api/auth/register', account({ firstName, lastName }))
  expect(response.status).toBe(201)
  return currentUser.parse(response.body).handle
}

test('a second account with the same e-mail address in any case is a conflict', async () => {
  const first = account()
  await server.client().post('/api/auth/register', first)
  const response = await server
    .client()
    .post('/api/auth/register', { ...first, email: first.email.toUpperCase() })
  expect(response).toMatchObject({ status: 409, body: { code: 'email_taken' } })
})

/** Asks the sign-up of an app about accounts from an address, one after the other; returns the statuses. */
async function askAbout(app: TestApp, addresses: readonly string[], email: string): Promise<number[]> {
  const statuses: number[] = []
  for (const address of addresses) {
    const headers = { 'x-forwarded-for': address }
    statuses.push((await app.client().post('/api/auth/register', account({ email }), headers)).status)
  }
  return statuses
}

test('the limits bound how many addresses sign-up tells about, from one address and from all of a network', async () => {
  const strict = await startTestApp({
    env: { TRUST_PROXY: '127.0.0.1', PASSWORD_HASH_KIB: '' },
    rates: {
      registrations: { points: 2, seconds: 3600 },
      registrationsOfNetwork: { points: 4, seconds: 3600 },
    },
  })
  onTestFinished(() => strict.close())
  const { email } = strict.admin.user
  const ask = (...addresses: string[]) => askAbout(strict, addresses, email)
  expect(await ask('203.0.113.1', '203.0.113.1', '203.0.113.1')).toEqual([409, 409, 429])
  expect(await ask('203.0.113.2', '203.0.113.3', '203.0.113.4', '203.0.113.5')).toEqual([409, 409, 429, 429])
  expect(await ask('203.0.114.1')).toEqual([409])
  const subnets = [1, 2, 3, 4, 5, 6].map((subnet) => `2001:db8:1:${subnet}::1`)
  expect(await ask(...subnets, '2001:db8:2:1::1')).toEqual([409, 409, 409, 409, 429, 429, 409])
})

test('concurrent sign-ups with the same e-mail address create one account', async () => {
  const newAccount = account()
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => server.client().post('/api/auth/register', newAccount)),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
})

test.each([
  [{ email: 'nobody' }, 'email'],
  [{ password: 'short' }, 'password'],
  [{ password: undefined }, 'password'],
  [{ firstName: 'x'.repeat(101) }, 'firstName'],
  [{ firstName: 7 }, 'firstName'],
])('the error for a sign-up with %j names the invalid field', async (overrides, path) => {
  const response = await server.client().post('/api/auth/register', account(overrides))
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid', fields: [{ path }] } })
})

test.each([
  'password123',
  'Iloveyou',
  '123123123',
  'qwertyuiop',
  'FOOTBALL',
  '  password ',
  'ｐａｓｓｗｏｒｄ',
])('the common password %s is refused, at sign-up and when it is changed', async (commonPassword) => {
  const client = server.client()
  const refused = await client.post('/api/auth/register', account({ password: commonPassword }))
  const message = expect.stringContaining('easy to guess')
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'unprocessable', message, fields: [{ path: 'password', message }] },
  })
  expect((await client.get('/api/auth/user')).status).toBe(401)
  const registered = account()
  await client.post('/api/auth/register', registered)
  const change = { currentPassword: registered.password, newPassword: commonPassword }
  expect(await client.put('/api/auth/password', change)).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'newPassword', message }] },
  })
  const signIn = { email: registered.email, password: registered.password }
  expect((await server.client().post('/api/auth/login', signIn)).status).toBe(200)
})

test('fields that a user may not set are ignored', async () => {
  const response = await server
    .client()
    .post(
      '/api/auth/register',
      account({ role: 'super_admin', isPremium: true, followersCount: 9, isActive: false }),
    )
  expect(response.body).toMatchObject({ role: 'user', isPremium: false, followersCount: 0, isActive: true })
})

test('control characters and bidirectional overrides are removed from names', async () => {
  const response = await server
    .client()
    .post('/api/auth/register', account({ firstName: ' A\u202Ed\u0000a ', lastName: '\u2066x' }))
  expect(response.body).toMatchObject({ firstName: 'Ada', lastName: 'x' })
})

test('the right password signs in; a wrong one and an unknown account get the same response', async () => {
  const { email, password } = account()
  await server.client().post('/api/auth/register', account({ email, password }))
  const client = server.client()
  const wrong = await client.post('/api/auth/login', { email, password: 'something else' })
  const unknown = await client.post('/api/auth/login', { email: 'nobody@example.org', password })
  expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
  expect(unknown.body).toEqual(wrong.body)
  expect((await client.post('/api/auth/login', { email, password })).status).toBe(200)
  expect((await client.get('/api/auth/user')).status).toBe(200)
})

test('failed sign-ins of an account are limited, also when they are concurrent', async () => {
  const { email, password } = account()
  await server.client().post('/api/auth/register', account({ email, password }))
  const attempts = Array.from({ length: 8 }, () =>
    server.client().post('/api/auth/login', { email, password: 'no' }),
  )
  const responses = await Promise.all(attempts)
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(3)
  const refused = responses.find(({ status }) => status === 429)
  expect(refused?.body).toMatchObject({ code: 'rate_limited' })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await server.client().post('/api/auth/login', { email, password })).status).toBe(429)
})

test('signing in changes the session id, which prevents session fixation', async () => {
  const client = server.client()
  const { email, password } = account()
  const first = await client.post('/api/auth/register', account({ email, password }))
  const second = await client.post('/api/auth/login', { email, password })
  const sessionCookieOf = (response: typeof first) =>
    response.headers.getSetCookie().find((cookie) => cookie.startsWith('creative-wave='))
  expect(sessionCookieOf(first)).toBeDefined()
  expect(sessionCookieOf(second)).toBeDefined()
  expect(sessionCookieOf(first)).not.toBe(sessionCookieOf(second))
})

test('sessions are stored under a hash, as sid, sess and expire', async () => {
  const client = await server.member()
  const response = await client.post('/api/auth/login', { email: client.user.email, password: 'no' })
  expect(response.status).toBe(401)
  const rows = await server.database.db.select().from(sessions)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    expect(Object.keys(row)).toEqual(['sid', 'sess', 'expire'])
    expect(row.sid).toMatch(/^[0-9a-f]{64}$/)
    expect(Object.keys(row.sess)).not.toContain('member')
  }
})

test('visitors get no session row and no session cookie', async () => {
  const before = (await server.database.db.select().from(sessions)).length
  const response = await server.client().get('/api/streams/live')
  expect(response.headers.getSetCookie()).toEqual([])
  expect((await server.database.db.select().from(sessions)).length).toBe(before)
})

test('passwords are stored as argon2id with the parameters that OWASP recommends', async () => {
  const rows = await server.database.db.select({ passwordHash: users.passwordHash }).from(users)
  for (const row of rows) expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('logout acts on navigations only', async () => {
  const client = await server.member()
  await client.get('/api/logout', { 'sec-fetch-dest': 'image' })
  await client.get('/api/logout', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' })
  expect((await client.get('/api/auth/user')).status).toBe(200)
  const response = await client.get('/api/logout', { 'sec-fetch-dest': 'document' })
  expect(response).toMatchObject({ status: 302 })
  expect(response.headers.get('location')).toBe('/')
  expect((await client.get('/api/auth/user')).status).toBe(401)
})

test.each([
  ['/profile', '/auth/login?returnTo=%2Fprofile'],
  ['//evil.example', '/auth/login'],
  ['https://evil.example', '/auth/login'],
  ['/\\evil.example', '/auth/login'],
  ['/a\nb', '/auth/login'],
])('login with returnTo %j goes to %s', async (returnTo, location) => {
  const response = await server.client().get(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
  expect(response.headers.get('location')).toBe(location)
})

test.each([
  ['tab=create', '/auth/login?tab=create'],
  ['tab=create&returnTo=%2Fprofile', '/auth/login?tab=create&returnTo=%2Fprofile'],
  ['tab=%0d%0aevil', '/auth/login'],
])('login with %s goes to %s', async (search, location) => {
  const response = await server.client().get(`/api/login?${search}`)
  expect(response.headers.get('location')).toBe(location)
})

test('another site cannot send requests with a user’s cookies', async () => {
  const client = await server.member()
  const body = { title: 'Stolen', category: 'Gaming' }
  const host = new URL(server.url).host
  const crossOrigin = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: `http://${host}.evil.example` },
  ]
  for (const headers of crossOrigin) {
    expect((await client.post('/api/streams', body, headers)).status, JSON.stringify(headers)).toBe(403)
  }
  expect((await client.post('/api/streams', body, { origin: `http://${host}` })).status).toBe(201)
  await expect(client.openSocket('', { origin: 'https://evil.example' })).rejects.toThrow('403')
})

test('malformed JSON, unsupported content types and oversized bodies each get their own error', async () => {
  const client = await server.member()
  expect(await client.post('/api/streams', '{"title":')).toMatchObject({
    status: 400,
    body: { code: 'invalid' },
  })
  expect(await client.post('/api/streams', '')).toMatchObject({ status: 400 })
  expect(await client.post('/api/streams', 'title=x', { 'content-type': 'text/plain' })).toMatchObject({
    status: 415,
    body: { code: 'unsupported_type' },
  })
  const large = JSON.stringify({ title: 'x'.repeat(1024 * 1024), category: 'Gaming' })
  expect(await client.post('/api/streams', large)).toMatchObject({ status: 413, body: { code: 'too_large' } })
})
