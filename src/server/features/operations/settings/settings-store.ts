import { SETTINGS } from '#shared/settings/settings.ts'
import type { Db } from '#server/db/executor.ts'
import { notifyProcesses } from '#server/db/notify-processes.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import { inEnglish } from '#server/http/translations.ts'
import type { ChangedSettings, SettingChange, SettingsStore } from '#server/settings/settings.ts'
import { checkTipRange } from './check-tip-range.ts'
import { deleteSettingRow, listSettingRows, lockSettings, upsertSettingRow } from './queries.ts'

/** Stores the site settings in the database, and each change with its author in the audit trail. */
export const createSettingsStore = (db: Db): SettingsStore => ({
  list: () => listSettingRows(db),
  change: (change) => changeSetting(db, change),
})

async function changeSetting(
  db: Db,
  { key, value, by, changeId, inTransaction }: SettingChange,
): Promise<ChangedSettings | null> {
  const { type, category } = SETTINGS[key]
  const description = inEnglish(`settings.${key}`)
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const rows = await listSettingRows(tx)
    const before = rows.find((row) => row.key === key)?.value ?? null
    if (before === null && value === null) return null
    await inTransaction?.(tx, before)
    if (value === null) await deleteSettingRow(tx, key)
    const stored =
      value === null
        ? undefined
        : await upsertSettingRow(tx, { key, value, type, category, description, updatedBy: by })
    const all = [...rows.filter((row) => row.key !== key), ...(stored ? [stored] : [])]
    if (key === 'payments.minTip' || key === 'payments.maxTip') checkTipRange(all)
    await notifyProcesses(tx, 'settings', changeId)
    await recordAudit(tx, {
      action: 'setting.changed',
      actorId: by,
      subjectId: key,
      details: { before, after: value },
    })
    return { stored, all }
  })
}
