import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { StartupError } from '#server/startup/startup-error.ts'

/** Any fixed number: it only has to be the same in every app that shares the database. */
const MIGRATION_LOCK = 7_203_114_559

/**
 * Applies the migrations that the database has not seen, all or none. Of several apps that start on
 * one database the first applies them, the others wait.
 * @throws {StartupError} when a newer version of the app has already migrated the database
 */
export async function applyMigrations(pool: pg.Pool, migrationsFolder = findMigrations()): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await refuseNewerDatabase(client, migrationsFolder)
    await migrate(drizzle(client), { migrationsFolder })
  } finally {
    // Closing the session gives the lock back, whatever happened.
    client.release(true)
  }
}

/** `db/migrations` of the project that this file, bundled or not, belongs to. */
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
  const known = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  )
  if (!known.rows[0]?.exists) return
  const applied = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  )
  const ours = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0
  if (Number(applied.rows[0]?.newest ?? 0) > ours) {
    throw new StartupError(
      'The database belongs to a newer Creative Wave than this one: update this checkout.',
    )
  }
}
