import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { expect, vi } from 'vitest'
import { type App, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Database } from '#server/db/open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { type FindCheckout, checkoutLookups } from '#server/features/money/checkout/find-checkout.ts'
import { type Feature, defineFeature } from '#server/feature.ts'
import { FEATURES } from '#server/features.ts'
import { fetchRulesService } from '#server/features/media/thumbnails/thumbnails.ts'
import { mailTlsService } from '#server/mail/send-job.ts'
import { type Replacement, replaceService } from '#server/services.ts'
import type { FetchRules } from '#server/features/media/thumbnails/fetch-rules.ts'
import { type UploadRules, uploadRulesService } from '#server/features/media/uploads/upload-rules.ts'
import { readSite } from '#server/http/pages/pages.ts'
import type { RateOverrides } from '#server/http/rates/rate-limits.ts'
import { readTranslations } from '#server/http/translations.ts'
import { enqueueScheduled } from '#server/jobs/enqueue.ts'
import type { Job } from '#server/jobs/job.ts'
import { countJobs } from '#server/jobs/queries.ts'
import { engineFromSources } from '#server/live-engine/testing/start-engine.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import type { SocketLimits } from '#server/realtime/socket-limits.ts'
import { testLog } from './error-log.ts'
import { DATABASE_LIMITS_ENV, WAIT_LIMIT_MS } from '../../../scripts/test/machine-limits.ts'
import { TestClient } from './test-client.ts'
import { freePort } from './free-port.ts'

export type TestOptions = {
  env?: Record<string, string>
  rates?: RateOverrides
  socketLimits?: SocketLimits
  fetchRules?: FetchRules
  uploadRules?: Partial<UploadRules>
  /** An additional lookup of orders and subscriptions for the checkout page. */
  findCheckout?: FindCheckout
  /** Accepts the certificate of a test's mail server. */
  mailTls?: ConnectionOptions
  /** Replaces the payment provider of the configuration, which is the sandbox; null: payments are off. */
  payments?: PaymentProvider | null
  /** Folder of the message catalogues, if other than the product's. */
  locales?: string
  /** Also starts the live engine's process; without it live calls fail with `engine_unavailable`. */
  withEngine?: boolean
  /** Receives the server's log, if other than `testLog`. */
  log?: Logger
  /** The database of an earlier app, for tests of a restart. */
  database?: Database
  /** The id of an earlier app's node, whose work it continues. */
  nodeId?: string
}

/** The whole server with its own database, on a free port of 127.0.0.1. */
export type TestApp = {
  app: App
  database: Database
  url: string
  setupUrl: string | null
  /** Creates a client without a session. */
  client(): TestClient
  /** Creates a client that has just signed up; never the first user, who is the super_admin. */
  member(): Promise<TestClient>
  /** Resolves when the server has handled the row changes that the test made directly in the database. */
  catchUpWithDatabase(): Promise<void>
  /** Runs a job now; resolves once it has succeeded. */
  runJob(job: Job, payload?: object): Promise<void>
  /** The super_admin. */
  admin: TestClient
  /** Stops the server without closing its database. */
  stop(): Promise<void>
  close(): Promise<void>
}

function replacementsOf({ fetchRules, mailTls, uploadRules }: TestOptions): Replacement[] {
  return [
    ...(fetchRules ? [replaceService(fetchRulesService, fetchRules)] : []),
    ...(mailTls ? [replaceService(mailTlsService, mailTls)] : []),
    ...(uploadRules ? [replaceService(uploadRulesService, uploadRules)] : []),
  ]
}

const testCheckout = (findCheckout: FindCheckout): Feature =>
  defineFeature({ name: 'test-checkout', extensions: [checkoutLookups.extend(() => findCheckout)] })

const LOCALES = fileURLToPath(new URL('../locales', import.meta.url))

const PAGE =
  '<!doctype html><html><head><!--head--><title>x</title><!--/head--><!--boot--><script>/* theme */</script></head><body></body></html>'

const CHECKOUT_PAGE =
  '<!doctype html><html><head><!--head--><title>x</title><!--/head--><script>/* theme of the checkout */</script></head><body><!--checkout--></body></html>'

export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'test-app-'))
  const site = path.join(folder, 'site')
  await writeSite(site)
  const log = options.log ?? testLog
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: path.join(folder, 'data'),
    LIVE_UDP_PORT: String(await freePort('udp')),
    PASSWORD_HASH_KIB: '8',
    ...DATABASE_LIMITS_ENV,
    // Tests hold locks for which calls wait until the test goes on: as long as a test may wait for that.
    DATABASE_STATEMENT_SECONDS: String(WAIT_LIMIT_MS / 1000),
    ...options.env,
  })
  const database = options.database ?? (await createTestDatabase({ limits: config.databaseLimits }))
  const engine = engineFromSources({ host: config.live.host, udpPort: config.live.udpPort, log })
  if (options.withEngine) await engine.start()
  const app = await buildApp({
    config,
    database,
    engine,
    log,
    nodeId: options.nodeId ?? randomUUID(),
    secrets: { session: 'a secret that is only ever used by tests' },
    site: await readSite(site),
    translations: await readTranslations(options.locales ?? LOCALES),
    ...(options.rates && { rates: options.rates }),
    ...(options.socketLimits && { socketLimits: options.socketLimits }),
    ...(options.payments !== undefined && { payments: options.payments }),
    replacements: replacementsOf(options),
    features: [...(options.findCheckout ? [testCheckout(options.findCheckout)] : []), ...FEATURES],
  })
  const { url, setupUrl } = await app.listen()
  const client = () => new TestClient(url)
  const stop = async () => {
    await app.close()
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  }
  const admin = client()
  if (!options.database) await admin.signUp()
  return {
    app,
    database,
    url,
    setupUrl,
    client,
    admin,
    async member() {
      const member = client()
      await member.signUp()
      return member
    },
    catchUpWithDatabase: () => app.context.rowChanges.catchUp(),
    runJob: (job, payload) => runJob(app.context, job, payload),
    stop,
    async close() {
      await stop()
      await database.close()
    },
  }
}

async function runJob({ db, nodeId }: App['context'], job: Job, payload?: object): Promise<void> {
  await enqueueScheduled(db, nodeId, job, payload)
  await vi.waitFor(
    async () => {
      const counts = (await countJobs(db)).find(({ task }) => task === job.name)
      expect(counts ?? { waiting: 0, running: 0 }).toMatchObject({ waiting: 0, running: 0 })
    },
    { interval: 20 },
  )
}

async function writeSite(root: string): Promise<void> {
  await mkdir(root, { recursive: true })
  await writeFile(path.join(root, 'index.html'), PAGE)
  await writeFile(path.join(root, 'checkout.html'), CHECKOUT_PAGE)
}
