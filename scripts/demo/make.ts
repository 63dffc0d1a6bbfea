import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDataDir } from '../../src/server/startup/data-dir.ts'
import { readNodeIdentity } from '../../src/server/startup/node-identity.ts'
import { applyMigrations } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { LONG_LIMITS } from '#server/db/pool.ts'
import { readSite } from '../../src/server/http/pages/pages.ts'
import { Translations } from '#server/http/translations.ts'
import { engineFromSources } from '#server/live-engine/testing/start-engine.ts'
import { openLocalStorage } from '#server/storage/local-storage.ts'
import { backdate } from './backdate.ts'
import { drawImages } from './images.ts'
import { populate } from './populate.ts'

const root = path.join(import.meta.dirname, '../..')

/** Creates the sample site in a data folder. Deletes the leftovers of an interrupted run first. */
export async function makeSampleWorld(dataDir: string): Promise<void> {
  const folder = await openDataDir(dataDir)
  const database = await openDatabase({ dataDir, databaseUrl: null, databaseLimits: LONG_LIMITS }, log)
  try {
    await database.pool.query('drop schema if exists public, drizzle cascade; create schema public')
    await rm(path.join(dataDir, 'files'), { recursive: true, force: true })
    await applyMigrations(database.pool)
    await fillSampleDatabase(database, dataDir)
    await writeFile(path.join(dataDir, 'sample-world'), 'Everybody in this folder is invented.\n')
  } finally {
    await database.close()
    folder.release()
  }
}

/** Fills an empty database over the HTTP API, so that the sample data passes all checks of real data. */
async function fillSampleDatabase(database: Database, dataDir: string): Promise<void> {
  const images = await drawImages()
  const { SESSION_SECRET } = process.env
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, SESSION_SECRET })
  const app = await buildApp({
    config,
    database,
    // Without a broadcast the engine is never started.
    engine: engineFromSources({ host: config.host, udpPort: config.live.udpPort, log }),
    log,
    // As the site that starts next: it refuses to run beside a process with another secret.
    ...(await readNodeIdentity(config)),
    site: await readSite(path.join(root, 'dist/web')),
    translations: new Translations(),
    rates: UNLIMITED_RATES,
  })
  try {
    const { url } = await app.listen()
    const storage = await openLocalStorage(path.join(dataDir, 'files'))
    const created = await populate(url, storage, images)
    await backdate(database.pool, created)
    await app.context.settings.set('general.notice', NOTICE, created.operatorId)
  } finally {
    await app.close()
  }
}

const log = pino({ level: 'warn' })

const NOTICE = 'Sample data: everybody here is invented, and so is what they say.'

/** Thirty users create content of days within half a minute. */
const UNLIMITED_RATES = Object.fromEntries(
  [
    'posts',
    'comments',
    'likes',
    'follows',
    'registrations',
    'registrationsOfNetwork',
    'streams',
    'uploads',
  ].map((name) => [name, { points: 100_000, seconds: 60 }]),
)
