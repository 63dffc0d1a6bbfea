import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CLOSE_CODES } from '#shared/constants.ts'
import { currentUser } from '#shared/accounts/users.ts'
import { cleanupSessions } from '#server/features/accounts/auth/cleanup-job.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { TestSmtpServer } from '#server/mail/testing/test-smtp-server.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { newSeed } from '#server/mail/link-tokens.ts'
import { createResetLink } from './create-reset-link.ts'
import { mailResetLink } from './reset-link-job.ts'
import { accountTokens } from '#server/features/accounts/account-tokens/schema.ts'

const PASSWORD = 'four words in a row'
const NEW_PASSWORD = 'five words in another row'

let smtp: TestSmtpServer
let server: TestApp
const lines: string[] = []
beforeAll(async () => {
  smtp = await TestSmtpServer.start()
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const rates = { passwordMailsOfAddress: { points: 1000, seconds: 60 } }
  server = await startTestApp({ env: smtp.env, log, rates })
})
beforeEach(() => void smtp.received.splice(0))
afterAll(async () => {
  await server.close()
  await smtp.stop()
})

const newAddress = () => `${randomBytes(6).toString('hex')}@example.org`

/** Returns another name of the same mailbox. */
const tagged = (email: string) => email.replace('@', `+${randomBytes(3).toString('hex')}@`)

/** A user whose first mail, which asks to confirm the address, has arrived. */
async function createMember(): Promise<TestClient> {
  const client = server.client()
  await client.signUp({ password: PASSWORD })
  await tokenOfMail(client.user.email, '/auth/verify')
  smtp.received.splice(0)
  return client
}

/** Waits for the mail to an address, and returns the token of its link. */
async function tokenOfMail(address: string, path: string, index = 0): Promise<string> {
  await vi.waitFor(() => expect(smtp.mailsTo(address).length).toBeGreaterThan(index))
  return smtp.mailsTo(address)[index]?.tokenOf(path) ?? ''
}

/** Resolves when no job waits or runs. */
const untilIdle = () =>
  vi.waitFor(async () => {
    const { rows } = await server.database.db.execute(sql`select id from graphile_worker.jobs`)
    expect(rows).toEqual([])
  })

const forgot = (email: string) => server.client().post('/api/auth/forgot', { email })
const reset = (token: string, password = NEW_PASSWORD, client = server.client()) =>
  client.post('/api/auth/reset', { token, password })
const verify = (token: string, client = server.client()) => client.post('/api/auth/verify', { token })
const signIn = (email: string, password: string) =>
  server.client().post('/api/auth/login', { email, password })
const changeEmail = (member: TestClient, email: string, password = PASSWORD) =>
  member.put('/api/auth/email', { email, password })
const emailOf = async (member: TestClient) => (await member.get('/api/auth/user')).body

test('a mailed link sets a new password once, signs its browser in, and ends every session', async () => {
  const member = await createMember()
  const socket = await member.openSocket()
  await forgot(member.user.email.toUpperCase())
  const token = await tokenOfMail(member.user.email, '/auth/reset')
  const [stored] = await server.database.db
    .select()
    .from(accountTokens)
    .where(eq(accountTokens.purpose, 'reset_password'))
  expect(JSON.stringify(stored)).not.toContain(token)

  const browser = server.client()
  expect(await reset(token, NEW_PASSWORD, browser)).toMatchObject({
    status: 200,
    body: { id: member.user.id },
  })
  expect(await socket.closed).toEqual({ code: CLOSE_CODES.signedOut })
  expect((await member.get('/api/auth/user')).status).toBe(401)
  expect((await browser.get('/api/auth/user')).status).toBe(200)
  expect((await signIn(member.user.email, PASSWORD)).status).toBe(401)
  expect((await signIn(member.user.email, NEW_PASSWORD)).status).toBe(200)
  expect(await reset(token)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(lines.join()).not.toContain(token)
})

test('a reset replaces the stream key', async () => {
  const member = await createMember()
  const { id, streamKey } = await member.createStream()
  await forgot(member.user.email)
  const browser = server.client()
  await reset(await tokenOfMail(member.user.email, '/auth/reset'), NEW_PASSWORD, browser)
  const { body } = await browser.get(`/api/streams/${id}`)
  expect(body).toMatchObject({ streamKey: expect.stringMatching(/^live_/) })
  expect(body).not.toMatchObject({ streamKey })
})

test.each(['reset', 'change'])(
  'a change of address that was asked for during a reset does not survive it: %s first',
  async (first) => {
    const member = await createMember()
    await forgot(member.user.email)
    const token = await tokenOfMail(member.user.email, '/auth/reset')
    const client = await server.database.pool.connect()
    await client.query('begin')
    await client.query('select from users where id = $1 for update', [member.user.id])
    const calls = [() => reset(token), () => changeEmail(member, newAddress())]
    if (first === 'change') calls.reverse()
    const responses: Promise<{ status: number }>[] = []
    for (const call of calls) {
      responses.push(call())
      await waitForBlockedQuery(server.database.db, responses.length)
    }
    await client.query('commit')
    client.release()
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(
      first === 'reset' ? [200, 403] : [200, 200],
    )
    const links = await server.database.db
      .select({ purpose: accountTokens.purpose })
      .from(accountTokens)
      .where(eq(accountTokens.userId, member.user.id))
    expect(links).not.toContainEqual({ purpose: 'change_email' })
  },
)

test('of concurrent calls with one link, one sets the password', async () => {
  const member = await createMember()
  await forgot(member.user.email)
  const token = await tokenOfMail(member.user.email, '/auth/reset')
  const responses = await Promise.all(
    ['one', 'two', 'three'].map((each) => reset(token, `${each} long word`)),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
})

test('a common or short password is refused and leaves the link valid', async () => {
  const member = await createMember()
  await forgot(member.user.email)
  const token = await tokenOfMail(member.user.email, '/auth/reset')
  expect(await reset(token, 'password123')).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'password' }] },
  })
  expect((await reset(token, 'short')).status).toBe(400)
  expect((await reset(token)).status).toBe(200)
})

test('the response for an unknown address is that for a known one, and nothing is mailed', async () => {
  const member = await createMember()
  const unknown = newAddress()
  const responses = [await forgot(member.user.email), await forgot(unknown)]
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect(responses[1]?.body).toEqual({ email: unknown })
  await untilIdle()
  expect(smtp.asked).not.toContain(unknown)
})

test('a repeated job mails the link once', async () => {
  const member = await createMember()
  const request = { email: member.user.email, languages: null, seed: newSeed() }
  await server.runJob(mailResetLink, request)
  await server.runJob(mailResetLink, request)
  await untilIdle()
  expect(smtp.mailsTo(member.user.email)).toHaveLength(1)
  expect((await reset(await tokenOfMail(member.user.email, '/auth/reset'))).status).toBe(200)
})

test('a deactivated account gets no link, and an earlier one is invalid', async () => {
  const member = await createMember()
  await forgot(member.user.email)
  const token = await tokenOfMail(member.user.email, '/auth/reset')
  await server.database.db.execute(sql`update users set is_active = false where id = ${member.user.id}`)
  expect((await reset(token)).status).toBe(404)
  await forgot(member.user.email)
  await untilIdle()
  expect(smtp.mailsTo(member.user.email)).toHaveLength(1)
})

test.each([
  ['an hour later', (id: string) => sql`update account_tokens set expires_at = now() where user_id = ${id}`],
  [
    'once the address has changed',
    (id: string) => sql`update users set email = 'x' || email where id = ${id}`,
  ],
])('a link is invalid %s', async (_when, change) => {
  const member = await createMember()
  await forgot(member.user.email)
  const token = await tokenOfMail(member.user.email, '/auth/reset')
  await server.database.db.execute(change(member.user.id))
  expect((await reset(token)).status).toBe(404)
})

test('a link that the operator creates sets a new password', async () => {
  const member = await createMember()
  const { db } = server.database
  expect(await createResetLink(db, newAddress())).toBeNull()
  const link = new URL((await createResetLink(db, member.user.email)) ?? '', server.url)
  expect(link.pathname).toBe('/auth/reset')
  // Nobody has shown to read the mailbox.
  expect(await reset(link.searchParams.get('token') ?? '')).toMatchObject({
    status: 200,
    body: { emailVerifiedAt: null },
  })
})

test('links that were not used are deleted once they have expired', async () => {
  const member = await createMember()
  const { db } = server.database
  const links = () => db.select().from(accountTokens).where(eq(accountTokens.userId, member.user.id))
  await server.runJob(cleanupSessions)
  expect(await links()).toHaveLength(1)
  await db.execute(sql`update account_tokens set expires_at = now() where user_id = ${member.user.id}`)
  await server.runJob(cleanupSessions)
  expect(await links()).toEqual([])
})

test('a changed password makes an earlier link invalid', async () => {
  const member = await createMember()
  await forgot(member.user.email)
  const token = await tokenOfMail(member.user.email, '/auth/reset')
  await member.put('/api/auth/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
  expect((await reset(token)).status).toBe(404)
})

test('mails for a forgotten password are limited by account, known or not', async () => {
  const member = await createMember()
  for (const email of [member.user.email, newAddress()]) {
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) statuses.push((await forgot(email)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  }
})

test('mails for a forgotten password are limited by mailbox, under which of its names one asks', async () => {
  const member = await createMember()
  const statuses: number[] = []
  for (let count = 0; count < 5; count++) statuses.push((await forgot(tagged(member.user.email))).status)
  expect([...statuses, (await forgot(member.user.email)).status]).toEqual([200, 200, 200, 200, 200, 429])
})

test('a mailbox gets five mails an hour from strangers who sign up and ask under its names', async () => {
  const victim = newAddress()
  const [names, strangers]: [string[], TestClient[]] = [[], []]
  for (let count = 0; count < 4; count++) {
    const stranger = server.client()
    names.push((await stranger.signUp({ email: tagged(victim), password: PASSWORD })).email)
    strangers.push(stranger)
  }
  const [first, second] = [strangers[0], strangers[1]]
  expect((await first?.post('/api/auth/verification'))?.status).toBe(200)
  expect((await first?.post('/api/auth/verification'))?.status).toBe(429)
  // Of a change both addresses are told: the new one, and the old one.
  if (second) expect((await changeEmail(second, tagged(victim))).status).toBe(200)
  // Its account is created all the same, and can be confirmed later.
  expect((await server.client().signUp({ email: victim })).email).toBe(victim)
  await untilIdle()
  const counts = [...names, victim].map((name) => smtp.mailsTo(name).length)
  expect(counts).toEqual([2, 1, 1, 1, 0])
  // Nor to the new address of the change.
  const [mailbox = ''] = victim.split('@')
  expect(smtp.received.filter(({ to }) => to.some((address) => address.startsWith(mailbox)))).toHaveLength(5)
})

test('an account is found by its address alone, not by another name of its mailbox', async () => {
  const member = await createMember()
  const other = tagged(member.user.email)
  await forgot(other)
  await untilIdle()
  expect(smtp.received).toEqual([])
  expect((await signIn(other, PASSWORD)).status).toBe(401)
  expect((await server.client().signUp({ email: other, password: PASSWORD })).email).toBe(other)
})

test('mails for a forgotten password are limited by address', async () => {
  const strict = await startTestApp({ rates: { passwordMailsOfAddress: { points: 2, seconds: 60 } } })
  onTestFinished(() => strict.close())
  const statuses: number[] = []
  for (let count = 0; count < 3; count++)
    statuses.push((await strict.client().post('/api/auth/forgot', { email: newAddress() })).status)
  expect(statuses).toEqual([200, 200, 429])
})

test('a new user confirms the address with the mailed link, or with one that is sent again', async () => {
  const client = server.client()
  const user = await client.signUp({ password: PASSWORD })
  expect(user.emailVerifiedAt).toBeNull()
  const first = await tokenOfMail(user.email, '/auth/verify')
  expect(await client.post('/api/auth/verification')).toMatchObject({
    status: 200,
    body: { email: user.email, isVerified: false },
  })
  const second = await tokenOfMail(user.email, '/auth/verify', 1)
  expect(await verify(second)).toMatchObject({ status: 200, body: { email: user.email } })
  expect(await emailOf(client)).toMatchObject({ emailVerifiedAt: expect.any(String) })
  expect((await verify(second)).status).toBe(404)
  // It is still the address of the account.
  expect((await verify(first)).status).toBe(200)
  expect((await client.post('/api/auth/verification')).body).toEqual({ email: user.email, isVerified: true })
  await untilIdle()
  expect(smtp.mailsTo(user.email)).toHaveLength(2)
})

test('a new password by a mailed link confirms the address, and keeps the time of an earlier confirmation', async () => {
  const member = await createMember()
  const readUser = async (index: number) => {
    await forgot(member.user.email)
    const { body } = await reset(await tokenOfMail(member.user.email, '/auth/reset', index))
    return currentUser.parse(body)
  }
  const { emailVerifiedAt } = await readUser(0)
  expect(emailVerifiedAt).toEqual(expect.any(String))
  expect(await readUser(1)).toMatchObject({ emailVerifiedAt })
})

test('the link for a new password opens no other page, nor does that of a confirmation', async () => {
  const member = await createMember()
  await forgot(member.user.email)
  const token = await tokenOfMail(member.user.email, '/auth/reset')
  expect((await verify(token)).status).toBe(404)
  await member.post('/api/auth/verification')
  expect((await reset(await tokenOfMail(member.user.email, '/auth/verify', 1))).status).toBe(404)
})

test('a new address replaces the old one when it is confirmed, and the old one is told', async () => {
  const member = await createMember()
  const address = newAddress()
  expect(await changeEmail(member, address)).toMatchObject({ status: 200, body: { email: address } })
  const token = await tokenOfMail(address, '/auth/verify')
  await vi.waitFor(() => expect(smtp.mailsTo(member.user.email)[0]?.body).toContain(address))
  expect(await emailOf(member)).toMatchObject({ email: member.user.email })
  expect(await verify(token)).toMatchObject({ status: 200, body: { email: address } })
  expect(await emailOf(member)).toMatchObject({ email: address, emailVerifiedAt: expect.any(String) })
  expect((await signIn(address, PASSWORD)).status).toBe(200)
  expect((await signIn(member.user.email, PASSWORD)).status).toBe(401)
})

test('every open page of an account learns that its address was confirmed or changed elsewhere', async () => {
  const client = server.client()
  const { id, email } = await client.signUp({ password: PASSWORD })
  const token = await tokenOfMail(email, '/auth/verify')
  const stranger = await (await createMember()).openSocket()
  // Signing up has changed the row before the pages are open.
  await server.app.context.rowChanges.catchUp()
  const pages = [await client.openSocket(), await client.openSocket()]
  const expectChange = async () => {
    for (const page of pages)
      expect(await page.waitFor('account_changed')).toEqual({ type: 'account_changed', userId: id })
  }
  await verify(token)
  await expectChange()
  expect(await emailOf(client)).toMatchObject({ emailVerifiedAt: expect.any(String) })
  const address = newAddress()
  await changeEmail(client, address)
  await verify(await tokenOfMail(address, '/auth/verify'))
  await expectChange()
  expect(await emailOf(client)).toMatchObject({ email: address })
  expect(stranger.received.map(({ type }) => type)).not.toContain('account_changed')
})

test('a taken address is not revealed: its owner is told instead, and nothing changes', async () => {
  const [member, other] = [await createMember(), await createMember()]
  expect(await changeEmail(member, other.user.email)).toMatchObject({
    status: 200,
    body: { email: other.user.email },
  })
  await vi.waitFor(() => expect(smtp.mailsTo(other.user.email)).toHaveLength(1))
  await vi.waitFor(() => expect(smtp.mailsTo(member.user.email)).toHaveLength(1))
  expect(() => smtp.mailsTo(other.user.email)[0]?.tokenOf('/auth/verify')).toThrow('no link')
  expect(await emailOf(member)).toMatchObject({ email: member.user.email })
})

const emailChangeOf = async (member: TestClient) => (await member.get('/api/auth/email-change')).body

test('the account shows the new address until it is confirmed or too old, and so for a taken one', async () => {
  const [member, other] = [await createMember(), await createMember()]
  const address = newAddress()
  expect(await emailChangeOf(member)).toEqual({ email: null })
  await changeEmail(member, address)
  expect(await emailChangeOf(member)).toEqual({ email: address })
  expect(await emailChangeOf(other)).toEqual({ email: null })
  await verify(await tokenOfMail(address, '/auth/verify'))
  expect(await emailChangeOf(member)).toEqual({ email: null })
  await changeEmail(member, other.user.email)
  expect(await emailChangeOf(member)).toEqual({ email: other.user.email })
  const { id } = member.user
  await server.database.db.execute(sql`update account_tokens set expires_at = now() where user_id = ${id}`)
  expect(await emailChangeOf(member)).toEqual({ email: null })
})

test('a cancelled change cannot be confirmed; other links stay valid', async () => {
  const member = await createMember()
  const address = newAddress()
  await forgot(member.user.email)
  const resetToken = await tokenOfMail(member.user.email, '/auth/reset')
  await member.post('/api/auth/verification')
  const verifyToken = await tokenOfMail(member.user.email, '/auth/verify', 1)
  await changeEmail(member, address)
  const token = await tokenOfMail(address, '/auth/verify')
  expect(await member.send('DELETE', '/api/auth/email-change')).toMatchObject({
    status: 200,
    body: { email: null },
  })
  expect(await emailChangeOf(member)).toEqual({ email: null })
  expect((await verify(token)).status).toBe(404)
  expect((await verify(verifyToken)).status).toBe(200)
  expect((await reset(resetToken)).status).toBe(200)
})

test('an address that gets an account before it is confirmed stays with that account', async () => {
  const member = await createMember()
  const address = newAddress()
  await changeEmail(member, address)
  const token = await tokenOfMail(address, '/auth/verify')
  await server.client().signUp({ email: address })
  expect((await verify(token)).status).toBe(404)
  expect(await emailOf(member)).toMatchObject({ email: member.user.email })
})

test.each(['a changed password', 'a second change'])(
  '%s makes the link of a change invalid',
  async (what) => {
    const member = await createMember()
    const address = newAddress()
    await changeEmail(member, address)
    const token = await tokenOfMail(address, '/auth/verify')
    if (what === 'a second change') await changeEmail(member, newAddress())
    else await member.put('/api/auth/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
    expect((await verify(token)).status).toBe(404)
  },
)

test('a request to change the address leaves a link for a new password valid', async () => {
  const member = await createMember()
  await forgot(member.user.email)
  const token = await tokenOfMail(member.user.email, '/auth/reset')
  await changeEmail(member, newAddress())
  expect((await reset(token)).status).toBe(200)
})

test('one address gets five mails about changes an hour, whoever asks, and the response does not tell', async () => {
  const address = newAddress()
  const clients: TestClient[] = []
  for (let count = 0; count < 6; count += 1) clients.push(await createMember())
  for (const client of clients) expect((await changeEmail(client, address)).status).toBe(200)
  await untilIdle()
  expect(smtp.mailsTo(address)).toHaveLength(5)
})

test('a change needs the password, whose guesses are limited as at sign-in', async () => {
  const member = await createMember()
  const address = newAddress()
  expect(await changeEmail(member, address, 'a guess')).toMatchObject({
    status: 403,
    body: { code: 'wrong_credentials', fields: [{ path: 'password' }] },
  })
  expect(await changeEmail(member, member.user.email)).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'email' }] },
  })
  const guesses = Array.from({ length: 9 }, () => signIn(member.user.email, 'a guess'))
  await Promise.all(guesses)
  expect((await changeEmail(member, address)).status).toBe(429)
  await untilIdle()
  expect(smtp.asked).not.toContain(address)
})

test('without outgoing mail an address cannot be changed, and a new user is not asked to confirm it', async () => {
  const silent = await startTestApp()
  onTestFinished(() => silent.close())
  const member = silent.client()
  await member.signUp({ password: PASSWORD })
  expect((await changeEmail(member, newAddress())).status).toBe(409)
  expect((await member.post('/api/auth/verification')).status).toBe(409)
  expect((await member.get('/')).body).toContain('"hasMail":false')
  expect((await server.client().get('/')).body).toContain('"hasMail":true')
})

test('a user learns of a sign-in in a new browser, once the address is confirmed and unless turned off', async () => {
  const member = await createMember()
  const signInFromNewBrowser = () => signIn(member.user.email, PASSWORD)
  await signInFromNewBrowser()
  await member.post('/api/auth/verification')
  await verify(await tokenOfMail(member.user.email, '/auth/verify'))
  smtp.received.splice(0)
  const browser = server.client()
  const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const credentials = { email: member.user.email, password: PASSWORD }
  await browser.post('/api/auth/login', credentials, agent)
  await browser.post('/api/auth/login', credentials, agent)
  await member.put('/api/auth/preferences', { mail: { newSignIn: false } })
  await signInFromNewBrowser()
  await untilIdle()
  expect(smtp.mailsTo(member.user.email).map(({ body }) => body)).toEqual([
    expect.stringContaining('Firefox on Linux'),
  ])
})
