import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import { assertMigrated } from './db/migrate.ts'
import { type Database, connectToDatabase } from './db/open.ts'
import { RowChangeListener } from './db/row-change-listener.ts'
import { EventBus } from './events/event-bus.ts'
import {
  createJobs,
  followSettings,
  openMedia,
  openSiteSettings,
  openWorkingFolders,
} from './feature-jobs.ts'
import { listenToFeatures } from './feature-listeners.ts'
import { createRateLimits } from './http/rates/rate-limits.ts'
import { readTranslations } from './http/translations.ts'
import { ImagePool } from './images/image-pool.ts'
import { JobRunner } from './jobs/job-runner.ts'
import { NodeProcess } from './nodes/node-process.ts'
import { openPaymentProvider } from './payments/open-provider.ts'
import { Interruption, type ProcessParts } from './run-process.ts'
import { lockFolder } from '#server/startup/data-dir-lock.ts'
import { findValue } from '#server/startup/data-dir.ts'
import { StartupError } from '#server/startup/startup-error.ts'
import { currentRate } from './settings/current-limits.ts'
import { openDiskSpace } from './storage/disk-space.ts'
import { openLocalStorage } from './storage/local-storage.ts'
import { openFanout } from './realtime/open-fanout.ts'
import { PageUpdates } from './realtime/page-updates.ts'
import { Transcoder } from './transcoding/transcoder.ts'

const LOCALES = fileURLToPath(new URL('locales', import.meta.url))

/**
 * Starts a worker beside a running app: it runs the app's jobs on the same DATA_DIR and database. Returns the lines for
 * the operator.
 * @throws {StartupError} if the operator has to act
 */
export async function startWorker(config: Config, { log, stop, opened }: ProcessParts): Promise<string[]> {
  const nodeId = await findValue(config.dataDir, 'node-id')
  if (nodeId === null)
    throw new StartupError(`No Creative Wave has run on DATA_DIR ${config.dataDir}: start it first.`)
  opened.push(await lockFolder(config.dataDir, 'worker'))
  const database = await connectToDatabase(config, log)
  opened.push(() => database.close())
  await assertMigrated(database.pool)
  const { db, pool } = database
  const events = new EventBus(log)
  const secrets = { session: await getSessionSecret(config) }
  const nodeProcess = new NodeProcess({
    config,
    secrets,
    db,
    log,
    nodeId,
    events,
    role: 'worker',
    leaseMs: config.nodeLeaseMs,
  })
  await nodeProcess.start()
  opened.push(() => nodeProcess.close())
  const images = new ImagePool({ ...config.images, log })
  opened.push(() => images.close())
  const storage = await openLocalStorage(path.join(config.dataDir, 'files'), 'worker')
  const disk = await openDiskSpace(config)
  const transcoder = new Transcoder(config.transcoding, disk)
  const payments = openPaymentProvider({ config, db })
  const context = { config, db, disk, images, log, nodeId, payments, transcoder }
  const settings = await openSiteSettings({ db, events, log })
  opened.push(() => settings.close())
  const rowChanges = new RowChangeListener(pool, log)
  opened.push(() => rowChanges.close())
  followSettings({ rowChanges, events })
  const fanout = await openFanout({ config, log, pool, rowChanges, secrets, hasPages: false })
  opened.push(() => fanout.close())
  const { publish } = new PageUpdates<never>(fanout, log)
  listenToFeatures({ events, nodeId, publish })
  const jobs = createJobs({
    ...context,
    events,
    publish,
    media: await openMedia(context, storage),
    storage,
    workingFolders: await openWorkingFolders(context, storage, 'worker'),
    settings,
    limits: createRateLimits((rate) => currentRate(settings, rate), { pool, log }),
    secrets,
    translations: await readTranslations(LOCALES),
  })
  const runner = new JobRunner({ ...context, ...jobs, pool, nodeProcess })
  // Before the start: a start that fails may have begun to take jobs.
  opened.push(() => runner.close())
  await runner.start()
  opened.push(interruptWithDatabase(database, stop))
  return [`The worker runs the jobs of DATA_DIR ${config.dataDir}`]
}

/** Returns the secret of the app, by which the links in mails are signed. */
async function getSessionSecret({ dataDir, sessionSecret }: Config): Promise<string> {
  const secret = sessionSecret ?? (await findValue(dataDir, 'session-secret'))
  if (secret === null)
    throw new StartupError('SESSION_SECRET is missing: set it to the one of the app that runs.')
  return secret
}

const PING_MS = 1000
const DATABASE_TIMEOUT_MS = 5000

/**
 * Interrupts the worker while the database does not respond, as when the app has stopped: after the app's next start it may
 * have another address.
 */
function interruptWithDatabase(database: Database, stop: AbortController): () => void {
  let respondedAt = performance.now()
  let isPending = false
  const ping = async () => {
    isPending = true
    await database.ping().then(
      () => void (respondedAt = performance.now()),
      () => {},
    )
    isPending = false
  }
  const timer = setInterval(() => {
    if (performance.now() - respondedAt > DATABASE_TIMEOUT_MS)
      stop.abort(new Interruption('The database does not respond: the worker waits until it does.'))
    else if (!isPending) void ping()
  }, PING_MS)
  return () => clearInterval(timer)
}
