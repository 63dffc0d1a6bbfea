import { SETTINGS } from '#shared/settings/settings.ts'
import type { Db } from '#server/db/executor.ts'
import { recordLog } from '#server/features/analytics/queries.ts'
import { inEnglish } from '#server/http/translations.ts'
import type { SettingChange, SettingsStore } from '#server/settings/settings.ts'
import { deleteSetting, findStoredForUpdate, listStored, upsertSetting } from './queries.ts'

/** Stores the site settings in the database and logs each change with its author. */
export const createSettingsStore = (db: Db): SettingsStore => ({
  list: () => listStored(db),
  change: (change) => changeSetting(db, change),
})

async function changeSetting(db: Db, { key, value, by }: SettingChange): Promise<void> {
  const { type, category } = SETTINGS[key]
  const description = inEnglish(`settings.${key}`)
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
