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
import type { DatabaseName } from './feed/commands.ts'
import { closeConnections } from './feed/load.ts'
import { measure } from './feed/measure.ts'
import { startProcess } from './feed/process.ts'
import { seedCommunity } from './feed/seed.ts'

/**
 * What the community's reads cost: CPU of Node and PostgreSQL together, against a bare prepared query and a handler
 * that answers the same bytes from memory. On a database of its own, which is gone afterwards.
 */
const POSTS: Record<DatabaseName, number> = { full: 200_000, small: 20_000 }

const folder = await mkdtemp(path.join(tmpdir(), 'creative-wave-bench-'))
const log = pino({ level: 'error' })
const postgres = await startPostgresAt(await testLocation(folder, folder), {
  password: randomSecret(),
  log,
  settings: {},
})
const server = await startProcess()
try {
  const connections = {
    full: await makeDatabase('full'),
    small: await makeDatabase('small'),
  }
  await measure(server, { folder, connections })
} finally {
  closeConnections()
  await server.stop().catch(() => {})
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function makeDatabase(name: DatabaseName): Promise<pg.PoolConfig> {
  const started = performance.now()
  const admin = new pg.Client({ ...postgres.connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database bench_${name}`)
  await admin.end()
  const connection = { ...postgres.connection, database: `bench_${name}` }
  const pool = openPool(connection, log)
  await applyMigrations(pool)
  await seedCommunity(pool, POSTS[name])
  await pool.end()
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(`${POSTS[name].toLocaleString('en')} posts are there after ${seconds} s`)
  return connection
}
