import { eq } from 'drizzle-orm'
import { listAudit } from '#server/features/operations/audit/test-queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { siteSettings } from './schema.ts'

/** Returns a new user with the role admin. */
export async function createAdmin(server: TestApp): Promise<TestClient> {
  const admin = await server.member()
  await server.database.db.update(users).set({ role: 'admin' }).where(eq(users.id, admin.user.id))
  await server.catchUpWithDatabase()
  return admin
}

/** The last change of an earlier test: entries of the audit trail cannot be deleted. */
let lastEarlier: string | undefined

/** Returns the changes of settings since `resetAll` in the audit trail, oldest first. */
export async function listChanges(server: TestApp) {
  const entries = await listAudit(server.database.db, 'setting.', lastEarlier)
  return entries.map(({ actorId, subjectId, details }) => ({ userId: actorId, key: subjectId, ...details }))
}

export async function resetAll({ database: { db }, app }: TestApp): Promise<void> {
  await db.delete(siteSettings)
  lastEarlier = (await listAudit(db, 'setting.')).at(-1)?.id
  await app.context.settings.reload()
}
