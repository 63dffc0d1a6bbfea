import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type HealthCheck, RECENT_DAYS, getDashboard, getHealth } from '#shared/operations/admin-dashboard.ts'
import { lastIdBefore } from '#server/db/columns.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { recordLog } from '#server/logs/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { TestSmtpServer } from '#server/mail/testing/test-smtp-server.ts'
import { type TestApp, type TestOptions, startTestApp } from '#server/testing/test-app.ts'
import { type LiveTestApp, startLiveApp } from '#server/testing/test-live-app.ts'

/** The disk of the tests may be nearly full. */
const ANY_DISK = { RECORDINGS_MIN_FREE_MB: '0', MEDIA_START_FREE_MB: '0' }

let server: LiveTestApp
beforeAll(async () => {
  server = await startLiveApp({ env: { ...ANY_DISK, COUNTS_SECONDS: '0.001' } })
})
afterAll(() => server.close())

async function startApp(options: TestOptions = {}): Promise<TestApp> {
  const app = await startTestApp({ ...options, env: { ...ANY_DISK, ...options.env } })
  onTestFinished(() => app.close())
  return app
}

async function readStats() {
  const { status, body } = await server.admin.get('/api/admin/dashboard')
  expect(status).toBe(200)
  return getDashboard.response.parse(body)
}

async function readHealth({ admin }: Pick<TestApp, 'admin'>) {
  const { status, body } = await admin.get('/api/admin/health')
  expect(status).toBe(200)
  return getHealth.response.parse(body)
}

const checkOf = async (app: Pick<TestApp, 'admin'>, name: HealthCheck['name']) =>
  (await readHealth(app)).checks.find((check) => check.name === name)

const stateOf = ({ checks }: { checks: HealthCheck[] }) =>
  Object.fromEntries(checks.map(({ name, state, detail }) => [name, `${state}: ${detail}`]))

test('the figures count users, streams, posts, sign-ups of the last days and open messages', async () => {
  const before = await readStats()
  const [author, deactivated] = [await server.member(), await server.member()]
  await server.admin.put(`/api/admin/users/${deactivated.user.id}/status`, { active: false })
  for (let count = 0; count < 3; count++) await author.createPost()
  const stream = await author.createStream()
  await author.createStream()
  await author.put(`/api/streams/${stream.id}`, { isLive: true })
  const longAgo = Date.now() - (RECENT_DAYS + 1) * 24 * 60 * 60 * 1000
  await server.database.db
    .insert(users)
    .values({ id: lastIdBefore(longAgo), email: 'early@example.org', handle: 'early' })
  const message = { fullName: 'Ìyábọ̀', email: 'iyabo@example.org', subject: 'A question', message: 'How?' }
  await server.client().post('/api/contact', message)
  expect(await readStats()).toEqual({
    totalUsers: before.totalUsers + 3,
    activeUsers: before.activeUsers + 2,
    totalStreams: before.totalStreams + 2,
    liveStreams: before.liveStreams + 1,
    totalPosts: before.totalPosts + 3,
    recentSignups: before.recentSignups + 2,
    openMessages: before.openMessages + 1,
  })
})

test('every part of a site that works is ok, and what is not configured is off', async () => {
  const health = await readHealth(server)
  expect(stateOf(health)).toEqual({
    database: 'ok: databaseOk',
    storage: 'ok: storageOk',
    liveEngine: 'ok: engineOk',
    jobs: 'ok: jobsOk',
    disk: 'ok: diskOk',
    mail: 'off: mailOff',
    payments: 'off: paymentsSandbox',
  })
  const { config } = server.app.context
  expect(health.mediaPorts).toEqual([config.live.udpPort])
  // Nothing is left of the file that was written.
  expect(await readdir(path.join(config.dataDir, 'files/health'))).toEqual([])
})

test('an engine that is down and a storage that cannot be written fail their own checks alone', async () => {
  const app = await startApp()
  const { dataDir } = app.app.context.config
  await writeFile(path.join(dataDir, 'files/health'), 'no folder')
  const health = await readHealth(app)
  expect(stateOf(health)).toMatchObject({
    database: 'ok: databaseOk',
    storage: 'failed: storageFailed',
    liveEngine: 'failed: engineDown',
    jobs: 'ok: jobsOk',
  })
  expect(JSON.stringify(health)).not.toContain(dataDir)
})

test.each([
  ['does not respond', () => new Promise<never>(() => {}), 'failed: timedOut'],
  [
    'refuses connections',
    () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
    'failed: databaseUnreachable',
  ],
])('a database that %s fails its check, and the others are made', async (_what, ping, expected) => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const app = await startTestApp({ env: ANY_DISK, database: { ...database, ping } })
  onTestFinished(() => app.stop())
  await app.admin.signUp()
  expect(stateOf(await readHealth(app))).toMatchObject({
    database: expected,
    storage: 'ok: storageOk',
    jobs: 'ok: jobsOk',
  })
})

test.each([
  [{ MEDIA_START_FREE_MB: '1000000000' }, { state: 'warning', detail: 'diskLow' }],
  [
    { RECORDINGS_MIN_FREE_MB: '1000000000', MEDIA_START_FREE_MB: '1000000000' },
    { state: 'failed', detail: 'diskFull' },
  ],
])('with %j the disk has too little room', async (env, expected) => {
  const check = await checkOf(await startApp({ env }), 'disk')
  expect(check).toMatchObject({ ...expected, figure: expect.any(Number) })
})

test('mails and jobs that fail, and jobs that wait for long, are warned of', async () => {
  const smtp = await TestSmtpServer.start()
  const app = await startApp({ env: smtp.env })
  expect(await checkOf(app, 'mail')).toMatchObject({ state: 'ok', detail: 'mailOk' })
  await smtp.stop()
  const message = { fullName: 'Ìyábọ̀', email: 'iyabo@example.org', subject: 'A question', message: 'How?' }
  await app.client().post('/api/contact', message)
  await vi.waitFor(async () =>
    expect(await checkOf(app, 'mail')).toMatchObject({ state: 'warning', detail: 'mailFailing' }),
  )
  expect(await checkOf(app, 'jobs')).toMatchObject({ detail: 'jobsOk' })
  const { db } = app.database
  await db.execute(sql`select graphile_worker.add_job('nobody.knows', run_at => now() - interval '1 hour')`)
  expect(await checkOf(app, 'jobs')).toMatchObject({ state: 'warning', detail: 'jobsWait' })
  await db.execute(
    sql`update graphile_worker._private_jobs set attempts = max_attempts where last_error is not null`,
  )
  expect(await checkOf(app, 'jobs')).toMatchObject({ state: 'warning', detail: 'jobsFailed' })
  await vi.waitFor(async () => {
    // A renewed lease names the workers again.
    await db.execute(sql`update node_processes set worker_ids = '{}'`)
    expect(await checkOf(app, 'jobs')).toMatchObject({ state: 'failed', detail: 'workerMissing' })
  })
})

test('payments that are off are no fault, earnings that differ from the ledger are one', async () => {
  const app = await startApp({ payments: null })
  expect(await checkOf(app, 'payments')).toMatchObject({ state: 'off', detail: 'paymentsOff' })
  await recordLog(app.database.db, {
    level: 'error',
    category: 'payments',
    message: 'The earnings of creators differ.',
    metadata: { differences: [{}] },
  })
  expect(await checkOf(app, 'payments')).toMatchObject({ state: 'failed', detail: 'ledgerDiffers' })
})
