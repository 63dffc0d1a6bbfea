import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Logger, runMigrations } from 'graphile-worker'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { NO_LIMITS, copyPool } from './pool.ts'
import { StartupError } from '#server/startup/startup-error.ts'

/** Key of the advisory lock. The number is arbitrary, but must be equal in every app that shares the database. */
const MIGRATION_LOCK = 7_203_114_559

/**
 * Applies all missing migrations in one transaction. When several apps start on one database, the first applies them
 * and the others wait for the advisory lock.
 * @throws {StartupError} when a newer version of the app has already migrated the database
 */
export async function applyMigrations(database: pg.Pool, migrationsFolder = findMigrations()): Promise<void> {
  const pool = copyPool(database, { limits: NO_LIMITS })
  try {
    await migrateWith(pool, migrationsFolder)
  } finally {
    await pool.end()
  }
}

/**
 * Checks that another process has applied exactly the migrations of this version.
 * @throws {StartupError} when the database belongs to another version
 */
export async function assertMigrated(pool: pg.Pool, migrationsFolder = findMigrations()): Promise<void> {
  if ((await newestMigration(pool)) !== newestOf(migrationsFolder))
    throw new StartupError(
      'The database belongs to another version: run the app and the worker from one checkout.',
    )
}

async function migrateWith(pool: pg.Pool, migrationsFolder: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await refuseNewerDatabase(client, migrationsFolder)
    await migrate(drizzle(client), { migrationsFolder })
    // The tables of the job queue are the library's.
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
  } finally {
    // Closing the session releases the advisory lock, also after an error.
    client.release(true)
  }
}

/** Returns the project's `db/migrations`, found upwards from this file, which may be bundled. */
function findMigrations(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'db', 'migrations', 'meta', '_journal.json'))) {
    if (folder === dirname(folder)) {
      throw new StartupError('The folder db/migrations is missing: restore the checkout.')
    }
    folder = dirname(folder)
  }
  return join(folder, 'db', 'migrations')
}

async function refuseNewerDatabase(client: pg.PoolClient, migrationsFolder: string): Promise<void> {
  if ((await newestMigration(client)) > newestOf(migrationsFolder)) {
    throw new StartupError(
      'The database belongs to a newer Creative Wave than this one: update this checkout.',
    )
  }
}

/** Returns the time of the newest applied migration in ms since 1970; 0 in an empty database. */
async function newestMigration(client: pg.Pool | pg.PoolClient): Promise<number> {
  const table = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  )
  if (!table.rows[0]?.exists) return 0
  const applied = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  )
  return Number(applied.rows[0]?.newest ?? 0)
}

const newestOf = (migrationsFolder: string) =>
  readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0
