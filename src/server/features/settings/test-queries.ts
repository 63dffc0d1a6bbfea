import { asc, eq } from 'drizzle-orm'
import { systemLogs } from '#server/features/analytics/schema.ts'
import { users } from '#server/features/users/schema.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { siteSettings } from './schema.ts'

/** Returns a new admin who is no super_admin. */
export async function createAdmin(server: TestApp): Promise<TestClient> {
  const admin = await server.member()
  await server.database.db.update(users).set({ role: 'admin' }).where(eq(users.id, admin.user.id))
  await server.catchUpWithDatabase()
  return admin
}

/** Returns the log's changes of settings, oldest first. */
export async function listChanges(server: TestApp) {
  const entries = await server.database.db
    .select()
    .from(systemLogs)
    .where(eq(systemLogs.category, 'settings'))
    .orderBy(asc(systemLogs.id))
  return entries.map(({ userId, metadata }) => ({ userId, ...metadata }))
}

export async function resetAll({ database: { db }, app }: TestApp): Promise<void> {
  await db.delete(siteSettings)
  await db.delete(systemLogs)
  await app.context.settings.reload()
}
