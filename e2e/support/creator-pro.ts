import { drizzle } from 'drizzle-orm/node-postgres'
import { expect } from '@playwright/test'
import pg from 'pg'
import { currentUser } from '../../src/shared/accounts/users.ts'
import type { Executor } from '../../src/server/db/executor.ts'
import { setPro } from '../../src/server/features/accounts/users/test-queries.ts'
import type { AppUnderTest } from './app-under-test.ts'
import type { Member } from './users.ts'

/** Runs `use` with the app's database, for rows that no page can make. */
export async function withDatabase<T>(app: AppUnderTest, use: (db: Executor) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: app.databaseUrl })
  try {
    return await use(drizzle(pool))
  } finally {
    await pool.end()
  }
}

/** Gives a member Creator Pro; resolves when the app's pages show it. */
export async function givePro(app: AppUnderTest, { page, user }: Member): Promise<void> {
  await withDatabase(app, (db) => setPro(db, user.id, true))
  await expect
    .poll(async () => currentUser.parse(await (await page.request.get('/api/auth/user')).json()).isPremium)
    .toBe(true)
}
