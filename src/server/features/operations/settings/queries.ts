import { asc, eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { siteSettings } from './schema.ts'

export type SettingRow = typeof siteSettings.$inferSelect
type NewSetting = Omit<typeof siteSettings.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>

/** Returns all stored settings by key, including keys that the registry does not have. */
export async function listSettingRows(db: Executor): Promise<SettingRow[]> {
  return db.select().from(siteSettings).orderBy(asc(siteSettings.key))
}

export async function findSettingRow(db: Executor, key: string): Promise<SettingRow | undefined> {
  const [row] = await db.select().from(siteSettings).where(eq(siteSettings.key, key))
  return row
}

/** Serializes changes until the transaction ends, so that each sees the result of the previous one. */
export async function lockSettings(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('settings'))`)
}

export async function upsertSettingRow(tx: Executor, setting: NewSetting): Promise<SettingRow> {
  const { key: _key, ...changes } = setting
  const [row] = await tx
    .insert(siteSettings)
    .values(setting)
    .onConflictDoUpdate({ target: siteSettings.key, set: { ...changes, updatedAt: new Date() } })
    .returning()
  if (!row) throw new Error('an upsert returned no setting')
  return row
}

export async function deleteSettingRow(tx: Executor, key: string): Promise<void> {
  await tx.delete(siteSettings).where(eq(siteSettings.key, key))
}
