import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import type { Database } from '#server/db/open.ts'
import { listDifferences } from '#server/features/money/ledger/queries.ts'
import {
  filesIn,
  getVideo,
  storeUploadOn,
  waitUntilProcessed,
} from '#server/features/videos/videos/processing/testing/uploaded-videos.ts'
import { PayPalSimulator } from '#server/payments/testing/paypal-simulator.ts'
import { TestSmtpServer } from '#server/mail/testing/test-smtp-server.ts'
import { connectToDatabase, databaseFolder } from '#server/db/testing/app-database.ts'
import {
  makeCheckout,
  startFrom,
  remainingProcesses,
  type TestCheckout,
  USERS,
} from '#server/testing/checkout.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type Acknowledged, CrashLoad } from '#server/testing/crash-load.ts'
import { createPendingWork, effectsOf } from '#server/testing/pending-work.ts'
import { TestBroadcasts } from '#server/testing/test-broadcasts.ts'
import { TipLoad } from '#server/testing/tip-load.ts'
import type { RunningApp } from '#server/testing/running-app.ts'
import { TestClient } from '#server/testing/test-client.ts'
import { closeToolAfterTests, source } from '#server/transcoding/testing/test-media.ts'

closeToolAfterTests()

/** `npm test` kills the app of an ordinary user, `npm run crash-test` also that of root, whose database lies elsewhere. */
const KILLED_USERS = inject('soak') > 1 ? USERS : USERS.slice(-1)

describe.skipIf(process.platform !== 'linux').each(KILLED_USERS)(
  'the app, started by $user and killed',
  ({ user, runAs }) => {
    let checkout: TestCheckout
    let dataDir: string
    let app: RunningApp | null = null
    beforeAll(async () => {
      checkout = await makeCheckout(runAs)
      dataDir = checkout.newDataDir()
    })
    afterAll(() => checkout.remove())
    afterEach(kill)

    async function start(env: NodeJS.ProcessEnv = {}): Promise<RunningApp> {
      app = startFrom(checkout, {
        PORT: '0',
        DATA_DIR: dataDir,
        LIVE_UDP_PORT: String(await freePort('udp')),
        ...env,
      })
      return app
    }

    /** Kills the app as the kernel does when memory runs out, and expects all of its processes to end. */
    async function kill(): Promise<void> {
      app?.signal('SIGKILL')
      await app?.ended
      app = null
      await expect.poll(() => remainingProcesses(checkout), { interval: 200 }).toEqual([])
    }

    test('at any stage of its first start, can be started again', async () => {
      for (let cycle = 0; cycle < inject('soak'); cycle += 1) {
        dataDir = checkout.newDataDir()
        for (const file of FILE_OF_EACH_STAGE) {
          await start()
          await expect.poll(() => fileExists(dataDir, file), { interval: 20 }).toBe(true)
          await kill()
        }
        await (await start()).url()
        await kill()
      }
    })

    // The following test does not depend on the OS user.
    if (user === 'root') return

    test('under load, leaves no process, loses no acknowledged write, and runs each job once', async () => {
      const port = String(await freePort('tcp'))
      const load = new CrashLoad(`http://localhost:${port}`)
      for (let cycle = 0; cycle < inject('soak'); cycle += 1) {
        await (await start({ PORT: port, PASSWORD_HASH_KIB: '8' })).url()
        await expectAllStored(dataDir, load.acknowledged)
        const running = load.run()
        const enough = load.count + 20 + Math.random() * 200
        await expect.poll(() => load.count, { interval: 10 }).toBeGreaterThan(enough)
        await kill()
        await running
      }
      await (await start({ PORT: port })).url()
      await expectAllStored(dataDir, load.acknowledged)
    })

    test('while tips are paid, loses no payment and records none twice', async () => {
      const paypal = await PayPalSimulator.start()
      onTestFinished(() => paypal.close())
      const port = String(await freePort('tcp'))
      const env = {
        ...paypal.env,
        PORT: port,
        PASSWORD_HASH_KIB: '8',
        DATA_DIR: dataDir,
      }
      const load = new TipLoad(`http://localhost:${port}`, paypal)
      for (let cycle = 0; cycle < Math.max(TIP_KILLS, inject('soak')); cycle += 1) {
        await (await start(env)).url()
        const enough = paypal.orders.captureCount + Math.random() * 12
        const running = load.run()
        await expect.poll(() => paypal.orders.captureCount, { interval: 1 }).toBeGreaterThan(enough)
        await kill()
        await running
      }
      // Without jobs: one that is killed while it reads an order leaves that for some minutes later.
      await (await start({ ...env, JOBS: 'off' })).url()
      const database = await connectToDatabase(env.DATA_DIR)
      // As if the time had passed in which their pages could have recorded the tips.
      await database.query(
        "update payment_orders set next_check_at = now() - interval '1 second' where next_check_at is not null",
      )
      await database.end()
      await kill()
      await (await start(env)).url()
      const after = await connectToDatabase(env.DATA_DIR)
      try {
        await expect
          .poll(async () => (await after.query('select from tips')).rowCount)
          .toBe(paypal.orders.captureCount)
        const { rows } = await after.query<{ id: string }>('select paypal_order_id as id from tips')
        expect(new Set(rows.map(({ id }) => id))).toEqual(
          new Set([...paypal.orders.capturedIds, ...load.acknowledged]),
        )
        expect(await listDifferences(drizzle(after), 10)).toEqual([])
      } finally {
        await after.end()
      }
    })

    test('with a second app on its database, loses its broadcasts to it, which keeps them for its grace', async () => {
      const database = await createTestDatabase()
      onTestFinished(() => database.close())
      const startNode = async (graceSeconds: string, secret = 'the secret of both nodes, 32 characters') =>
        start({
          SESSION_SECRET: secret,
          NODE_LEASE_SECONDS: '2',
          LIVE_GRACE_SECONDS: graceSeconds,
          PASSWORD_HASH_KIB: '8',
          DATA_DIR: checkout.newDataDir(),
          DATABASE_URL: urlOf(database),
        })
      const first = await startNode('60')
      const broadcasts = new TestBroadcasts(database.db)
      await broadcasts.start(await first.url())
      const before = await broadcasts.state()
      expect(before).toEqual({ nodes: 1, live: 2, viewers: 2, ends: 0 })
      const [node] = await broadcasts.nodeIds()

      const stranger = await startNode('3', 'the secret of another installation')
      expect(await stranger.ended).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('SESSION_SECRET'),
      })
      const second = await startNode('3')
      await second.url()
      // A node acts on others once it has kept its own lease of 2 s.
      await broadcasts.renewalsFor(5)
      expect(await broadcasts.state()).toEqual(before)
      expect(await broadcasts.nodeIds()).toEqual([node])

      first.signal('SIGKILL')
      await first.ended
      await expect.poll(() => broadcasts.nodeIds()).not.toContain(node)
      expect(await broadcasts.state()).toMatchObject({ nodes: 1, live: 2, ends: 0 })
      await expect.poll(() => broadcasts.state()).toMatchObject({ live: 0, ends: 2 })
      await broadcasts.renewalsFor(2)
      expect(await broadcasts.state()).toEqual({ nodes: 0, live: 0, viewers: 0, ends: 2 })
    })

    test('while it processes a video, continues after the next start, and leaves no other file', async () => {
      const env = {
        PASSWORD_HASH_KIB: '8',
        PORT: String(await freePort('tcp')),
        DATA_DIR: checkout.newDataDir(),
      }
      const client = new TestClient(await (await start(env)).url())
      const { id: userId } = await client.signUp()
      const nodeId = (await readFile(join(env.DATA_DIR, 'node-id'), 'utf8')).trim()
      const database = await connectToDatabase(env.DATA_DIR)
      const node = { db: drizzle(database), dataDir: env.DATA_DIR, nodeId }
      const videoId = await storeUploadOn(node, userId, await source('tall.mp4'))
      await database.end()
      const hasStarted = async () => (await filesIn(env.DATA_DIR)).some((file) => file.includes(videoId))
      await expect.poll(hasStarted, { interval: 20 }).toBe(true)
      await kill()

      await (await start(env)).url()
      const isReady = async () => (await getVideo(client, videoId)).state === 'ready'
      await expect.poll(isReady, { interval: 20 }).toBe(true)
      await kill()

      await (await start(env)).url()
      const { sources } = await waitUntilProcessed(client, videoId)
      expect(sources.qualities.map(({ height }) => height)).toEqual([1024, 854, 426, null])
      // The original, its copy, four qualities with their playlists, two sizes of the poster, the preview image.
      await expect.poll(() => filesIn(env.DATA_DIR)).toHaveLength(13)
    })

    test('between a cause and its effects, has every effect once after the next start', async () => {
      let isStuck = true
      const onMailFrom = (_address: object, _session: object, callback: () => void) => isStuck || callback()
      const smtp = await TestSmtpServer.start({ onMailFrom, closeTimeout: 100 })
      onTestFinished(() => smtp.stop())
      const env = { ...smtp.env, PASSWORD_HASH_KIB: '8', DATA_DIR: checkout.newDataDir() }
      const openDatabase = async () => {
        const database = await connectToDatabase(env.DATA_DIR)
        onTestFinished(() => database.end().catch(() => {}))
        return database
      }
      const url = await (await start({ ...env, JOBS: 'off' })).url()
      const causedIn = await openDatabase()
      const work = await createPendingWork(url, causedIn, env.DATA_DIR)
      const before = await effectsOf(work, causedIn, smtp)
      expect(before).toMatchObject({
        told: 0,
        isSearchable: false,
        uploads: 1,
        expiredSessions: 1,
        toMember: [],
      })
      await kill()

      // Killed again while the mails are being sent.
      await (await start(env)).url()
      const sendingIn = await openDatabase()
      await expect
        .poll(async () => (await sendingIn.query(SENDING)).rowCount, { interval: 50 })
        .toBeGreaterThan(0)
      await kill()
      expect(smtp.received).toEqual([])

      isStuck = false
      await (await start(env)).url()
      const database = await openDatabase()
      await expect
        .poll(() => effectsOf(work, database, smtp), { interval: 100 })
        .toEqual({
          told: 2,
          isSearchable: true,
          uploads: 0,
          oldEvents: 0,
          expiredSessions: 0,
          jobs: 0,
          toMember: [
            '1 new thing for you at Creative Wave',
            'Choose a new password',
            'Confirm your e-mail address',
            'Your e-mail address is about to change',
          ],
          toNewAddress: ['Confirm your new e-mail address'],
          toOperator: ['A member: Hello'],
        })
    })
  },
)

/** The address of a test's database for DATABASE_URL. */
function urlOf({ pool }: Database): string {
  const { host, port, user, password, database } = pool.options
  const query = new URLSearchParams({ host: String(host), port: String(port) })
  return `postgres://${user}:${String(password)}@localhost/${database}?${query.toString()}`
}

/** How often an app that records tips is killed in `npm test`: also once it has recorded what the last kill interrupted. */
const TIP_KILLS = 2

/** Mails that are being sent. */
const SENDING = `select from graphile_worker.jobs where task_identifier = 'mail.send' and locked_at is not null`

/** The file that appears while secrets are created, while the database is created, when it exists, when it starts. */
const FILE_OF_EACH_STAGE = ['database-password', /^data\.part-/, 'data', 'postmaster.pid']

/** Whether DATA_DIR or the database's folders contain a file of that name. */
async function fileExists(dataDir: string, file: string | RegExp): Promise<boolean> {
  const folder = await databaseFolder(dataDir)
  const names = await Promise.all([dataDir, folder, join(folder, 'data')].map(namesIn))
  return names.flat().some((name) => (typeof file === 'string' ? name === file : file.test(name)))
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

/** Expects every acknowledged write in the database, one notification of each start, and no job left. */
async function expectAllStored(dataDir: string, written: Acknowledged): Promise<void> {
  const client = await connectToDatabase(dataDir)
  const missing = async (ids: string[], select: string) => {
    const { rows } = await client.query<{ id: string }>(
      `select w.id from unnest($1::text[]) as w(id) where not exists (${select})`,
      [ids],
    )
    return rows.map(({ id }) => id)
  }
  const pairs = (list: object[]) => list.map((pair) => Object.values(pair).join(' '))
  try {
    expect(await missing(written.postIds, 'select from posts where id::text = w.id')).toEqual([])
    expect(
      await missing(pairs(written.likes), `select from likes where subject_id || ' ' || user_id = w.id`),
    ).toEqual([])
    expect(
      await missing(
        pairs(written.follows),
        `select from follows where follower_id || ' ' || following_id = w.id`,
      ),
    ).toEqual([])
    expect(
      await missing(written.chatClientIds, 'select from chat_messages where client_id::text = w.id'),
    ).toEqual([])
    expect(await missing(written.mediaUrls, 'select from media_uploads where url = w.id')).toEqual([])
    await expect.poll(() => untold(client, written.startedStreamIds), { interval: 100 }).toEqual([])
    const jobs = `select task_identifier from graphile_worker.jobs
      where locked_at is not null or run_at < now() - interval '5 seconds'`
    await expect.poll(async () => (await client.query(jobs)).rows, { interval: 100 }).toEqual([])
  } finally {
    await client.end()
  }
  for (const url of written.mediaUrls) await access(join(dataDir, url))
}

/** Returns the streams of whose start followers were not notified exactly once: a second time would move `last_at`. */
async function untold(client: pg.Client, streamIds: string[]): Promise<unknown[]> {
  const { rows } = await client.query(
    `select w.id, count(n.id)::int as count from unnest($1::uuid[]) as w(id)
     left join notifications n on n.subject_id = w.id and n.type = 'live'
     group by w.id having count(n.id) <> 1 or bool_or(n.last_at <> n.created_at)`,
    [streamIds],
  )
  return rows
}
