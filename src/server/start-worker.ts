import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import { assertMigrated } from './db/migrate.ts'
import { type Database, connectToDatabase } from './db/open.ts'
import { EventBus } from './events/event-bus.ts'
import { createJobs, openMedia, openSiteSettings } from './features.ts'
import { readTranslations } from './http/translations.ts'
import { ImagePool } from './images/image-pool.ts'
import { JobRunner } from './jobs/job-runner.ts'
import { NodeProcess } from './nodes/node-process.ts'
import type { ProcessParts } from './run-process.ts'
import { lockFolder } from '#server/startup/data-dir-lock.ts'
import { findValue } from '#server/startup/data-dir.ts'
import { StartupError } from '#server/startup/startup-error.ts'
import { openLocalStorage } from './storage/local-storage.ts'

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
  const nodeProcess = new NodeProcess({
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
  const context = { config, db, images, log, nodeId }
  const settings = await openSiteSettings({ db, events, log })
  opened.push(() => settings.close())
  const jobs = createJobs({
    ...context,
    media: await openMedia(context, storage),
    storage,
    settings,
    secrets: { session: await getSessionSecret(config) },
    translations: await readTranslations(LOCALES),
  })
  const runner = new JobRunner({ ...context, ...jobs, pool, nodeProcess })
  await runner.start()
  opened.push(() => runner.close(), stopWithDatabase(database, stop, config.nodeLeaseMs))
  return [`The worker runs the jobs of DATA_DIR ${config.dataDir}`]
}

/** Returns the secret of the app, by which the links in mails are signed. */
async function getSessionSecret({ dataDir, sessionSecret }: Config): Promise<string> {
  const secret = sessionSecret ?? (await findValue(dataDir, 'session-secret'))
  if (secret === null)
    throw new StartupError('SESSION_SECRET is missing: set it to the one of the app that runs.')
  return secret
}

/**
 * Stops the worker when the database has not responded for a whole lease, as when the app has stopped: its next start may
 * be at another address.
 */
function stopWithDatabase(database: Database, stop: AbortController, leaseMs: number): () => void {
  let respondedAt = performance.now()
  const onResponse = () => void (respondedAt = performance.now())
  const onFailure = () => {
    if (performance.now() - respondedAt > leaseMs)
      stop.abort(new Error('The database is gone: the worker stops with the app.'))
  }
  const timer = setInterval(() => void database.ping().then(onResponse, onFailure), leaseMs / 6)
  return () => clearInterval(timer)
}
