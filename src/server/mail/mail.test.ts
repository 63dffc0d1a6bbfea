import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { type TestApp, type TestOptions, startTestApp } from '#server/testing/test-app.ts'
import { enqueueMail } from './mail.ts'
import { TestSmtpServer } from './testing/test-smtp-server.ts'

const SIGN_IN = {
  template: 'newSignIn',
  browser: 'Firefox',
  system: 'Linux',
  at: '2026-03-01T08:30:00Z',
} as const

let smtp: TestSmtpServer | null = null
let server: TestApp | null = null
const lines: string[] = []
beforeEach(() => void lines.splice(0))
afterEach(async () => {
  await server?.close()
  await smtp?.stop()
  server = smtp = null
})

async function start(options: TestOptions = {}): Promise<TestApp> {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  // With a database of its own an app has no first user, who would get a mail.
  server = await startTestApp({ log, database: await createTestDatabase(), ...options })
  return server
}

const send = ({ database }: TestApp, to: string, until?: string) =>
  database.db.transaction((tx) =>
    enqueueMail(tx, { to, languages: null, ...(until !== undefined && { until }) }, SIGN_IN),
  )

type StoredJob = { attempts: number; last_error: string | null }

const jobs = async ({ database }: TestApp): Promise<StoredJob[]> =>
  (await database.db.execute<StoredJob>(sql`select attempts, last_error from graphile_worker.jobs`)).rows

/** Resolves when the job of the only mail has failed once and waits for its next attempt. */
const untilFailed = (app: TestApp) =>
  vi.waitFor(async () => expect(await jobs(app)).toEqual([{ attempts: 1, last_error: expect.any(String) }]))

async function secondsToNext({ database }: TestApp): Promise<number> {
  const { rows } = await database.db.execute<{ seconds: number }>(
    sql`select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs`,
  )
  return rows[0]?.seconds ?? 0
}

test('a mail is sent as text and HTML, in the name of the site', async () => {
  smtp = await TestSmtpServer.start()
  await send(await start({ env: smtp.env }), 'ama@example.org')
  await vi.waitFor(() => expect(smtp?.received).toHaveLength(1))
  const [mail] = smtp.mailsTo('ama@example.org')
  expect(mail?.header('From')).toBe('Creative Wave <post@example.org>')
  expect(mail?.header('Subject')).toBe('A new browser signed in to your account')
  expect(mail?.header('Auto-Submitted')).toBe('auto-generated')
  const line = 'Firefox on Linux, 2026-03-01 08:30 UTC'
  expect(mail?.body.split(line)).toHaveLength(3)
})

test.each([
  ['STARTTLS', 'smtp', {}],
  ['TLS from the first byte', 'smtps', { secure: true }],
])(
  'a mail is sent with a password over %s, but not to a server without a valid certificate',
  async (_name, scheme, options) => {
    smtp = await TestSmtpServer.start({
      ...options,
      authOptional: false,
      disabledCommands: [],
      onAuth: ({ username = '', password }, _session, callback) =>
        callback(null, password === 'p@ss' ? { user: username } : {}),
    })
    const env = { ...smtp.env, SMTP_URL: `${scheme}://ama:p%40ss@127.0.0.1:${smtp.port}` }
    const app = await start({ env })
    await send(app, 'ama@example.org')
    await untilFailed(app)
    expect(smtp.received).toEqual([])
    await app.close()
    await send(await start({ env, mailTls: { rejectUnauthorized: false } }), 'ama@example.org')
    await vi.waitFor(() => expect(smtp?.received).toMatchObject([{ isEncrypted: true, user: 'ama' }]))
  },
)

test('a password is not sent without TLS, except to this machine', async () => {
  const passwords: (string | null | undefined)[] = []
  smtp = await TestSmtpServer.start({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) => {
      passwords.push(password)
      callback(null, { user: username })
    },
  })
  const urlOf = (host: string) => `smtp://ama:secret@${host}:${smtp?.port}`
  // Leads to this machine, but does not say so.
  const app = await start({ env: { ...smtp.env, SMTP_URL: urlOf('0.0.0.0') } })
  await send(app, 'ama@example.org')
  await untilFailed(app)
  expect(passwords).toEqual([])
  await app.close()
  await send(await start({ env: { ...smtp.env, SMTP_URL: urlOf('127.0.0.1') } }), 'ama@example.org')
  await vi.waitFor(() => expect(smtp?.received).toHaveLength(1))
  expect(passwords).toEqual(['secret'])
})

test('a recipient that the server refuses for good is not tried again, and not named in the log', async () => {
  smtp = await TestSmtpServer.start()
  smtp.refused.add('nobody@example.org')
  const app = await start({ env: smtp.env })
  await send(app, 'nobody@example.org')
  await vi.waitFor(() => expect(lines.join()).toContain('a mail was refused'))
  await vi.waitFor(async () => expect(await jobs(app)).toEqual([]))
  expect(smtp.asked).toEqual(['nobody@example.org'])
  expect(lines.join()).not.toContain('nobody@')
})

test('a process without a mail server leaves the mails to another one that has it', async () => {
  smtp = await TestSmtpServer.start()
  const app = await start({ env: { ...smtp.env, JOBS: 'off' } })
  const other = await startTestApp({ database: app.database })
  onTestFinished(() => other.stop())
  await send(app, 'ama@example.org')
  await untilFailed(app)
  expect((await jobs(app))[0]?.last_error).toContain('SMTP_URL')
})

test('a mail waits while the server is away, and is sent once when it is back', async () => {
  smtp = await TestSmtpServer.start()
  const app = await start({ env: smtp.env })
  await smtp.stop()
  await send(app, 'ama@example.org')
  await untilFailed(app)
  // The next attempt is a minute later; the runner sets its time after the failure.
  await vi.waitFor(async () => expect(await secondsToNext(app)).toBeGreaterThan(30))
  await smtp.start()
  await app.database.db.execute(
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())`,
  )
  await vi.waitFor(async () => expect(await jobs(app)).toEqual([]))
  expect(smtp.received.map(({ to }) => to)).toEqual([['ama@example.org']])
})

test('an expired mail is not sent', async () => {
  smtp = await TestSmtpServer.start()
  await send(await start({ env: smtp.env }), 'ama@example.org', '2020-01-01T00:00:00Z')
  await vi.waitFor(() => expect(lines.join()).toContain('not sent in time'))
  expect(smtp.asked).toEqual([])
})

test.each([
  ['production', false],
  ['development', true],
])('without a mail server, the log in %s says that a mail was not sent', async (NODE_ENV, isShown) => {
  await send(await start({ env: { NODE_ENV } }), 'ama@example.org')
  await vi.waitFor(() => expect(lines.join()).toContain('SMTP_URL is not set'))
  expect(lines.join().includes('Firefox')).toBe(isShown)
  expect(lines.join().includes('ama@example.org')).toBe(isShown)
})
