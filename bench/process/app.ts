import { AppUnderTest } from '../../e2e/support/app-under-test.ts'
import { createDatabase, hasPostgres } from '../../e2e/support/test-postgres.ts'

/** Starts the built app: with its own PostgreSQL, or with a database on the one that the short forms share. */
export async function startBuiltApp(env: Record<string, string> = {}): Promise<AppUnderTest> {
  return AppUnderTest.start({ ...env, ...(await sharedDatabase()) })
}

/** The variable of a new database on the PostgreSQL that the short forms share; nothing without it. */
export async function sharedDatabase(): Promise<Record<string, string>> {
  return hasPostgres() ? { DATABASE_URL: await createDatabase() } : {}
}
