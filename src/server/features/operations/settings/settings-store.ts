import { SETTINGS } from '#shared/settings/settings.ts'
import type { Db } from '#server/db/executor.ts'
import { notifyProcesses } from '#server/db/notify-processes.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import { inEnglish } from '#server/http/translations.ts'
import type { SettingChange, SettingsStore } from '#server/settings/settings.ts'
import { checkTipRange } from './check-tip-range.ts'
import { deleteRow, findRow, listRows, lockSettings, upsertRow } from './queries.ts'

/** Stores the site settings in the database, and each change with its author in the audit trail. */
export const createSettingsStore = (db: Db): SettingsStore => ({
  list: () => listRows(db),
  change: (change) => changeSetting(db, change),
})

async function changeSetting(
  db: Db,
  { key, value, by, changeId, inTransaction }: SettingChange,
): Promise<boolean> {
  const { type, category } = SETTINGS[key]
  const description = inEnglish(`settings.${key}`)
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const before = (await findRow(tx, key))?.value ?? null
    if (before === null && value === null) return false
    await inTransaction?.(tx, before)
    if (value === null) await deleteRow(tx, key)
    else await upsertRow(tx, { key, value, type, category, description, updatedBy: by })
    if (key === 'payments.minTip' || key === 'payments.maxTip') await checkTipRange(tx)
    await notifyProcesses(tx, 'settings', changeId)
    await recordAudit(tx, {
      action: 'setting.changed',
      actorId: by,
      subjectId: key,
      details: { before, after: value },
    })
    return true
  })
}
