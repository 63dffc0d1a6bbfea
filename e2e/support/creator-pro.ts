import { drizzle } from 'drizzle-orm/node-postgres'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { AppUnderTest } from './app-under-test.ts'

/** Gives a member Creator Pro, or ends it, without a subscription. */
export async function setCreatorPro(app: AppUnderTest, userId: string, isPremium: boolean): Promise<void> {
  const pool = new pg.Pool({ connectionString: app.databaseUrl })
  await drizzle(pool).execute(sql`update users set is_premium = ${isPremium} where id = ${userId}`)
  await pool.end()
}
