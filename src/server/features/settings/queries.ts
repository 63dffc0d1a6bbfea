import { eq } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { siteSettings } from './schema.ts'

type NewSetting = Omit<typeof siteSettings.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>

/** Returns all stored settings, including keys that no longer exist. */
export async function listStored(db: Executor): Promise<{ key: string; value: string }[]> {
  return db.select({ key: siteSettings.key, value: siteSettings.value }).from(siteSettings)
}

/** Returns the stored value and locks its row until the transaction ends. */
export async function findStoredForUpdate(tx: Executor, key: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ value: siteSettings.value })
    .from(siteSettings)
    .where(eq(siteSettings.key, key))
    .for('update')
  return row?.value
}

export async function upsertSetting(tx: Executor, setting: NewSetting): Promise<void> {
  const { key: _key, ...changes } = setting
  await tx
    .insert(siteSettings)
    .values(setting)
    .onConflictDoUpdate({ target: siteSettings.key, set: { ...changes, updatedAt: new Date() } })
}

export async function deleteSetting(tx: Executor, key: string): Promise<void> {
  await tx.delete(siteSettings).where(eq(siteSettings.key, key))
}
