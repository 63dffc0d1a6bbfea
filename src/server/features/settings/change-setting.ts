import { SETTINGS, type SettingKey } from '#shared/settings.ts'
import type { Db } from '#server/db/executor.ts'
import { recordLog } from '#server/features/analytics/queries.ts'
import { deleteSetting, findStoredForUpdate, upsertSetting } from './queries.ts'

type Change = {
  key: SettingKey
  /** As the table holds it; null forgets it. */
  value: string | null
  /** Who changes it. */
  by: string
}

/** Stores a setting and writes down who changed it, and from what. */
export async function changeSetting(db: Db, { key, value, by }: Change): Promise<void> {
  const { type, category, description } = SETTINGS[key]
  await db.transaction(async (tx) => {
    const before = (await findStoredForUpdate(tx, key)) ?? null
    if (value === null) await deleteSetting(tx, key)
    else await upsertSetting(tx, { key, value, type, category, description, updatedBy: by })
    await recordLog(tx, {
      level: 'info',
      category: 'settings',
      message: 'setting changed',
      userId: by,
      metadata: { key, before, after: value },
    })
  })
}
