import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDataDir } from '../../src/server/startup/data-dir.ts'
import { applyMigrations } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { readSite } from '../../src/server/http/pages/pages.ts'
import { Translations } from '#server/http/translations.ts'
import { engineFromSources } from '#server/live-engine/testing/start-engine.ts'
import { openLocalStorage } from '#server/storage/local-storage.ts'
import { backdate } from './backdate.ts'
import { drawPictures } from './pictures.ts'
import { populate } from './populate.ts'

const root = path.join(import.meta.dirname, '../..')

/** Makes a folder that holds the sample world. What an interrupted run left in it is thrown away first. */
export async function makeSampleWorld(dataDir: string): Promise<void> {
  const folder = await openDataDir(dataDir)
  const database = await openDatabase({ dataDir, databaseUrl: null }, log)
  try {
    await database.pool.query('drop schema if exists public, drizzle cascade; create schema public')
    await rm(path.join(dataDir, 'files'), { recursive: true, force: true })
    await applyMigrations(database.pool)
    await fillSampleWorld(database, dataDir)
    await writeFile(path.join(dataDir, 'sample-world'), 'Everybody in this folder is invented.\n')
  } finally {
    await database.close()
    folder.release()
  }
}

/**
 * Fills an empty database through the site's own calls: what sample members do passes every check that real members'
 * doings pass.
 */
export async function fillSampleWorld(database: Database, dataDir: string): Promise<void> {
  const pictures = await drawPictures()
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir })
  const app = await buildApp({
    config,
    database,
    // Nobody broadcasts while the world is made: the engine is never started.
    engine: engineFromSources({ host: config.host, udpPort: config.live.udpPort, log }),
    log,
    secrets: { session: 'only for the making of a sample world' },
    site: await readSite(path.join(root, 'dist/web')),
    translations: new Translations(),
    rates: UNHURRIED,
  })
  try {
    const { url } = await app.listen()
    const storage = await openLocalStorage(path.join(dataDir, 'files'))
    const made = await populate(url, storage, pictures)
    await backdate(database.pool, made)
    await app.context.settings.set('general.notice', NOTICE, made.operatorId)
  } finally {
    await app.close()
  }
}

const log = pino({ level: 'warn' })

const NOTICE = 'Sample data: everybody here is invented, and so is what they say.'

/** Thirty members write in half a minute what takes them days. */
const UNHURRIED = Object.fromEntries(
  ['posts', 'comments', 'likes', 'follows', 'registrations', 'streams', 'uploads'].map((name) => [
    name,
    { points: 100_000, seconds: 60 },
  ]),
)
