import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { createDatabase, hasPostgres } from '../../e2e/support/test-postgres.ts'
import { randomSecret } from '../../src/server/startup/data-dir.ts'
import { startPostgresAt } from '../../src/server/db/embedded/embedded-postgres.ts'
import { applyMigrations } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { createTestLocation } from '../../src/server/db/testing/test-server.ts'
import { type CommunitySize, seedCommunity } from './seed.ts'

const LOG = pino({ level: 'error' })

/** A PostgreSQL server for one run of a benchmark. `close` stops it and deletes the temporary folder. */
export type BenchPostgres = {
  folder: string
  /** Creates a migrated database with a seeded community of this size. */
  createDatabase(name: string, size: CommunitySize): Promise<pg.PoolConfig>
  /** Creates a migrated database without rows. */
  createEmptyDatabase(name: string): Promise<pg.PoolConfig>
  close(): Promise<void>
}

/** Starts a server, or uses the one that the short forms share. */
export async function startBenchPostgres(): Promise<BenchPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'creative-wave-bench-'))
  const server = hasPostgres() ? SHARED_SERVER : await startServer(folder)
  return {
    folder,
    async createDatabase(name, size) {
      const connection = await server.createMigrated(name)
      const pool = openBenchPool(connection)
      await seedCommunity(pool, size)
      await pool.end()
      return connection
    },
    createEmptyDatabase: (name) => server.createMigrated(name),
    async close() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function openBenchPool(connection: pg.PoolConfig): pg.Pool {
  return openPool(connection, LOG)
}

type Server = { createMigrated(name: string): Promise<pg.PoolConfig>; stop(): Promise<void> }

const SHARED_SERVER: Server = {
  createMigrated: async () => ({ connectionString: await createDatabase() }),
  stop: async () => {},
}

async function startServer(folder: string): Promise<Server> {
  const postgres = await startPostgresAt(await createTestLocation(folder, folder), {
    password: randomSecret(),
    log: LOG,
    settings: {},
  })
  return {
    async createMigrated(name) {
      const admin = new pg.Client({ ...postgres.connection, database: 'postgres' })
      await admin.connect()
      await admin.query(`create database ${name}`)
      await admin.end()
      const connection = { ...postgres.connection, database: name }
      const pool = openBenchPool(connection)
      await applyMigrations(pool)
      await pool.end()
      return connection
    },
    stop: () => postgres.stop(),
  }
}
