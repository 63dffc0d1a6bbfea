import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { TestSmtpServer } from '#server/mail/testing/test-smtp-server.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { contactMessages } from './schema.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const message = (overrides: object = {}) => ({
  fullName: 'Fọlákẹ́ Adéyẹmí',
  email: 'folake@example.org',
  subject: 'A question',
  message: 'How do I start?\nI have a camera.',
  ...overrides,
})

async function latest() {
  const [row] = await server.database.db
    .select()
    .from(contactMessages)
    .orderBy(desc(contactMessages.id))
    .limit(1)
  return row
}

test("a visitor's message is stored with its line breaks", async () => {
  const response = await server.client().post('/api/contact', message())
  expect(response.status).toBe(201)
  expect(await latest()).toMatchObject({ ...message(), id: idOf(response.body), userId: null })
})

test("a user's message is stored with the account, whatever the body contains", async () => {
  const [member, other] = [await server.member(), await server.member()]
  const response = await member.post('/api/contact', message({ userId: other.user.id }))
  expect(response.status).toBe(201)
  expect(await latest()).toMatchObject({ id: idOf(response.body), userId: member.user.id })
})

test('the longest message is accepted, however its characters are encoded', async () => {
  const longest = message({
    fullName: '🎉'.repeat(100),
    subject: '🎉'.repeat(200),
    message: '🎉'.repeat(5000),
  })
  const escaped = JSON.stringify(longest).replace(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  expect(escaped.length).toBeGreaterThan(63_000)
  expect((await server.client().post('/api/contact', escaped)).status).toBe(201)
  expect(await latest()).toMatchObject(longest)
})

test.each([
  [{ fullName: ' ' }, 'fullName'],
  [{ email: 'nobody' }, 'email'],
  [{ subject: undefined }, 'subject'],
  [{ subject: 'x'.repeat(201) }, 'subject'],
  [{ message: '\u2800\n' }, 'message'],
  [{ message: 'x'.repeat(5001) }, 'message'],
])('a message with %j is refused with the field in the error, and is not stored', async (overrides, path) => {
  const before = await latest()
  const response = await server.client().post('/api/contact', message(overrides))
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid', fields: [{ path }] } })
  expect(await latest()).toEqual(before)
})

test('a message is mailed to the contact address of the site, or else to its sender of mail', async () => {
  const smtp = await TestSmtpServer.start()
  const mailing = await startTestApp({ env: smtp.env })
  onTestFinished(async () => {
    await mailing.close()
    await smtp.stop()
  })
  const sent = message({ message: 'I have a camera.\rAnd a microphone.' })
  await mailing.client().post('/api/contact', sent)
  await vi.waitFor(() => expect(smtp.mailsTo('post@example.org')).toHaveLength(1))
  const [mail] = smtp.mailsTo('post@example.org')
  expect(mail?.header('Reply-To')).toBe(sent.email)
  expect(mail?.body).toMatch(/^> I have a camera\.\r?\n> And a microphone\./m)
  const { settings } = mailing.app.context
  await settings.set('general.contactEmail', 'team@example.org', mailing.admin.user.id)
  await mailing.client().post('/api/contact', sent)
  await vi.waitFor(() => expect(smtp.mailsTo('team@example.org')).toHaveLength(1))
})

test('messages are rate-limited per address', async () => {
  const limited = await startTestApp({ rates: { contactMessages: { points: 2, seconds: 60 } } })
  const statuses: number[] = []
  // A new client has the same address.
  for (let sent = 0; sent < 3; sent++)
    statuses.push((await limited.client().post('/api/contact', message())).status)
  const last = await limited.client().post('/api/contact', message())
  // A refused body is not parsed: neither as JSON nor against the schema.
  const unparsed = [
    await limited.client().post('/api/contact', '{"'),
    await limited.client().post('/api/contact', {}),
  ]
  await limited.close()
  expect(statuses).toEqual([201, 201, 429])
  expect(unparsed.map(({ status }) => status)).toEqual([429, 429])
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('an invalid message counts towards the limit', async () => {
  const limited = await startTestApp({ rates: { contactMessages: { points: 1, seconds: 60 } } })
  onTestFinished(() => limited.close())
  expect((await limited.client().post('/api/contact', {})).status).toBe(400)
  expect((await limited.client().post('/api/contact', message())).status).toBe(429)
  // A signed-in user is counted by account instead of address.
  expect((await limited.admin.post('/api/contact', message())).status).toBe(201)
})

function idOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined
}
