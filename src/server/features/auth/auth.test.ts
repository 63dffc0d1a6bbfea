import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownUser } from '#shared/users.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { sessions } from '#server/features/auth/schema.ts'
import { users } from '#server/features/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({
    // Passwords cost what they cost in production, unlike in other tests.
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

test('a new member is signed in at once and sees its own address', async () => {
  const client = server.client()
  const wanted = account({ email: 'Folake@Example.org' })
  const answer = await client.post('/api/auth/register', wanted)
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({ email: 'folake@example.org', role: 'user', handle: 'folake_adeyemi' })
  expect((await client.get('/api/auth/user')).body).toMatchObject({ email: 'folake@example.org' })
})

test('of members with one name the first gets the plain handle, the next are counted', async () => {
  const handles: unknown[] = []
  for (let time = 0; time < 4; time++) handles.push(await namesake('Kofi', 'Mensah'))
  expect(handles).toEqual(['kofi_mensah', 'kofi_mensah_2', 'kofi_mensah_3', 'kofi_mensah_4'])
  const many = await Promise.all(Array.from({ length: 6 }, () => namesake('Ama', 'Mensah')))
  expect(new Set(many)).toEqual(new Set(['ama_mensah', ...[2, 3, 4, 5, 6].map((at) => `ama_mensah_${at}`)]))
})

test('a handle that another member takes in that moment is left to it', async () => {
  const other = await server.member()
  const { asked } = await server.database.db.transaction(async (tx) => {
    await tx.update(users).set({ handle: 'esi_mensah' }).where(eq(users.id, other.user.id))
    const request = namesake('Esi', 'Mensah')
    await waitForBlockedQuery(server.database.db)
    return { asked: request }
  })
  expect(await asked).toBe('esi_mensah_2')
})

async function namesake(firstName: string, lastName: string): Promise<unknown> {
  const answer = await server.client().post('/api/auth/register', account({ firstName, lastName }))
  expect(answer.status).toBe(201)
  return ownUser.parse(answer.body).handle
}

test('a second account with the same address, in whatever case, is a conflict', async () => {
  const first = account()
  await server.client().post('/api/auth/register', first)
  const answer = await server
    .client()
    .post('/api/auth/register', { ...first, email: first.email.toUpperCase() })
  expect(answer).toMatchObject({ status: 409, body: { code: 'email_taken' } })
})

test('two sign-ups with one address at the same moment make one account', async () => {
  const wanted = account()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => server.client().post('/api/auth/register', wanted)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
})

test.each([
  [{ email: 'nobody' }, 'email'],
  [{ password: 'short' }, 'password'],
  [{ password: undefined }, 'password'],
  [{ firstName: 'x'.repeat(101) }, 'firstName'],
  [{ firstName: 7 }, 'firstName'],
])('a sign-up with %j names the field that does not fit', async (overrides, path) => {
  const answer = await server.client().post('/api/auth/register', account(overrides))
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', fields: [{ path }] } })
})

test.each(['password123', 'Iloveyou', '123123123', 'qwertyuiop', 'FOOTBALL'])(
  'the common password %s is refused, at sign-up and when it is changed',
  async (common) => {
    const client = server.client()
    const refused = await client.post('/api/auth/register', account({ password: common }))
    const message = expect.stringContaining('easy to guess')
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', message, fields: [{ path: 'password', message }] },
    })
    expect((await client.get('/api/auth/user')).status).toBe(401)
    const mine = account()
    await client.post('/api/auth/register', mine)
    const change = { currentPassword: mine.password, newPassword: common }
    expect(await client.put('/api/auth/password', change)).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'newPassword', message }] },
    })
    const signIn = { email: mine.email, password: mine.password }
    expect((await server.client().post('/api/auth/login', signIn)).status).toBe(200)
  },
)

test('fields that a member may not set are ignored', async () => {
  const answer = await server
    .client()
    .post(
      '/api/auth/register',
      account({ role: 'super_admin', isPremium: true, followersCount: 9, isActive: false }),
    )
  expect(answer.body).toMatchObject({ role: 'user', isPremium: false, followersCount: 0, isActive: true })
})

test('a name cannot carry control characters or turn the direction of text', async () => {
  const answer = await server
    .client()
    .post('/api/auth/register', account({ firstName: ' A\u202Ed\u0000a ', lastName: '\u2066x' }))
  expect(answer.body).toMatchObject({ firstName: 'Ada', lastName: 'x' })
})

test('the right password signs in, the wrong one says no more than that', async () => {
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

test('failed sign-ins of an account are limited, also when they come side by side', async () => {
  const { email, password } = account()
  await server.client().post('/api/auth/register', account({ email, password }))
  const tries = Array.from({ length: 8 }, () =>
    server.client().post('/api/auth/login', { email, password: 'no' }),
  )
  const answers = await Promise.all(tries)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(3)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body).toMatchObject({ code: 'rate_limited' })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await server.client().post('/api/auth/login', { email, password })).status).toBe(429)
})

test('signing in changes the session id, so that a planted one is worth nothing', async () => {
  const client = server.client()
  const { email, password } = account()
  const first = await client.post('/api/auth/register', account({ email, password }))
  const second = await client.post('/api/auth/login', { email, password })
  const sidOf = (answer: typeof first) =>
    answer.headers.getSetCookie().find((line) => line.startsWith('creative-wave='))
  expect(sidOf(first)).toBeDefined()
  expect(sidOf(second)).toBeDefined()
  expect(sidOf(first)).not.toBe(sidOf(second))
})

test('sessions are stored under a hash, as sid, sess and expire', async () => {
  const client = await server.member()
  const answer = await client.post('/api/auth/login', { email: client.user.email, password: 'no' })
  expect(answer.status).toBe(401)
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
  const answer = await server.client().get('/api/streams/live')
  expect(answer.headers.getSetCookie()).toEqual([])
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
  const answer = await client.get('/api/logout', { 'sec-fetch-dest': 'document' })
  expect(answer).toMatchObject({ status: 302 })
  expect(answer.headers.get('location')).toBe('/')
  expect((await client.get('/api/auth/user')).status).toBe(401)
})

test.each([
  ['/profile', '/auth/login?returnTo=%2Fprofile'],
  ['//evil.example', '/auth/login'],
  ['https://evil.example', '/auth/login'],
  ['/\\evil.example', '/auth/login'],
  ['/a\nb', '/auth/login'],
])('login with returnTo %j goes to %s', async (returnTo, location) => {
  const answer = await server.client().get(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
  expect(answer.headers.get('location')).toBe(location)
})

test.each([
  ['tab=create', '/auth/login?tab=create'],
  ['tab=create&returnTo=%2Fprofile', '/auth/login?tab=create&returnTo=%2Fprofile'],
  ['tab=%0d%0aevil', '/auth/login'],
])('login with %s goes to %s', async (search, location) => {
  const answer = await server.client().get(`/api/login?${search}`)
  expect(answer.headers.get('location')).toBe(location)
})

test('another site cannot act with a member’s cookies', async () => {
  const client = await server.member()
  const body = { title: 'Stolen', category: 'Gaming' }
  const host = new URL(server.url).host
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: `http://${host}.evil.example` },
  ]
  for (const headers of foreign) {
    expect((await client.post('/api/streams', body, headers)).status, JSON.stringify(headers)).toBe(403)
  }
  expect((await client.post('/api/streams', body, { origin: `http://${host}` })).status).toBe(201)
  await expect(client.socket('', { origin: 'https://evil.example' })).rejects.toThrow('403')
})

test('malformed JSON, other types and oversized bodies each get a clear answer', async () => {
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
