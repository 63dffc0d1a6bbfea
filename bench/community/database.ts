import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { randomSecret } from '../../src/server/startup/data-dir.ts'
import { startPostgresAt } from '../../src/server/db/embedded/embedded-postgres.ts'
import { applyMigrations } from '#server/db/migrate.ts'
import { openPool } from '#server/db/open.ts'
import { createTestLocation } from '../../src/server/db/testing/test-server.ts'
import { seedCommunity } from './seed.ts'

const LOG = pino({ level: 'error' })

/** A PostgreSQL server for one run of a benchmark. `close` stops it and deletes the temporary folder. */
export type BenchPostgres = {
  folder: string
  /** Creates a migrated database with a seeded community of so many posts. */
  createDatabase(name: string, postsCount: number): Promise<pg.PoolConfig>
  close(): Promise<void>
}

export async function startBenchPostgres(): Promise<BenchPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'creative-wave-bench-'))
  const postgres = await startPostgresAt(await createTestLocation(folder, folder), {
    password: randomSecret(),
    log: LOG,
    settings: {},
  })
  return {
    folder,
    async createDatabase(name, postsCount) {
      const admin = new pg.Client({ ...postgres.connection, database: 'postgres' })
      await admin.connect()
      await admin.query(`create database ${name}`)
      await admin.end()
      const connection = { ...postgres.connection, database: name }
      const pool = openBenchPool(connection)
      await applyMigrations(pool)
      await seedCommunity(pool, postsCount)
      await pool.end()
      return connection
    },
    async close() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function openBenchPool(connection: pg.PoolConfig): pg.Pool {
  return openPool(connection, LOG)
}
