import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { applyMigrations } from '#server/db/migrate.ts'
import { type Database, toDatabase } from '#server/db/open.ts'
import { type PoolLimits, openPool } from '#server/db/pool.ts'
import { type TestServerAccess, connectionTo, createFromTemplate, executeAsAdmin } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServerAccess
  }
}

type Options = {
  limits?: PoolLimits
  /** A server of the test's own, if other than that of the test run. */
  server?: TestServerAccess
}

/** Creates a migrated, empty database; `close` drops it. */
export function createTestDatabase(options?: Options): Promise<Database> {
  return create(createFromTemplate, options)
}

/** The same with the default collation of a language (BCP 47), as an operator's own server may have. */
export async function createTestDatabaseWithLanguage(language: string): Promise<Database> {
  const options = `template template0 locale_provider icu icu_locale ${pg.escapeLiteral(language)}`
  const database = await create((server, name) =>
    executeAsAdmin(server, `create database ${name} ${options}`),
  )
  await applyMigrations(database.pool)
  return database
}

async function create(
  createDatabase: (server: TestServerAccess, name: string) => Promise<void>,
  { limits, server = inject('testServer') }: Options = {},
): Promise<Database> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await createDatabase(server, name)
  const pool = openPool({ ...connectionTo(server), database: name }, pino({ level: 'error' }), limits)
  return toDatabase(pool, {
    location: null,
    afterClose: () => executeAsAdmin(server, `drop database ${name} with (force)`),
  })
}
