import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { randomSecret } from '../src/server/startup/data-dir.ts'
import { startPostgresAt } from '../src/server/db/embedded/embedded-postgres.ts'
import { applyMigrations } from '#server/db/migrate.ts'
import { openPool } from '#server/db/open.ts'
import { testLocation } from '../src/server/db/testing/test-server.ts'
import type { AppCommands } from './chat/app.ts'
import type { FloorCommands } from './chat/floor.ts'
import type { ListenerCommands } from './chat/listeners.ts'
import { measure } from './chat/measure.ts'
import { closeConnections } from './feed/load.ts'
import { seedCommunity, settle } from './feed/seed.ts'
import { startRemote } from './process/remote.ts'

/**
 * What a chat costs: each delivery against a bare socket server that sends ready bytes, each stored message against
 * one page of the feed by its prepared statement, and memory a socket. On a database of its own, gone afterwards.
 */
const POSTS = 20_000

const folder = await mkdtemp(path.join(tmpdir(), 'creative-wave-bench-'))
const log = pino({ level: 'error' })
const postgres = await startPostgresAt(await testLocation(folder, folder), {
  password: randomSecret(),
  log,
  settings: {},
})
const remote = <C>(name: string) =>
  startRemote<C>(new URL(`./chat/${name}.ts`, import.meta.url), ['--expose-gc'])
const [app, floor, listeners] = [
  await remote<AppCommands>('app'),
  await remote<FloorCommands>('floor'),
  await remote<ListenerCommands>('listeners'),
]
try {
  const connection = await makeDatabase()
  const pool = openPool(connection, log)
  await settle(pool)
  await measure({
    app,
    floor,
    listeners,
    pool,
    url: await app.start(folder, connection),
    floorUrl: await floor.start(),
  })
  await pool.end()
} finally {
  closeConnections()
  for (const each of [listeners, floor, app]) await each.stop().catch(() => {})
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function makeDatabase(): Promise<pg.PoolConfig> {
  const admin = new pg.Client({ ...postgres.connection, database: 'postgres' })
  await admin.connect()
  await admin.query('create database bench_chat')
  await admin.end()
  const connection = { ...postgres.connection, database: 'bench_chat' }
  const pool = openPool(connection, log)
  await applyMigrations(pool)
  await seedCommunity(pool, POSTS)
  await pool.end()
  return connection
}
