import type { SettingInput } from '#shared/operations/admin-settings.ts'
import { LIMITS } from '#shared/constants.ts'
import type { SettingType } from '#shared/settings/setting.ts'
import { isSettingKey } from '#shared/settings/settings.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import { HttpError, invalid, notFound } from '#server/http/errors.ts'
import { checkJson } from '#server/settings/check-json.ts'
import {
  type SettingRow,
  deleteSettingRow,
  findSettingRow,
  listSettingRows,
  lockSettings,
  upsertSettingRow,
} from './queries.ts'

/** Creates or changes a setting that is not in the registry: it is stored, and nothing reads it. */
export function saveCustomSetting(db: Db, input: SettingInput, by: string): Promise<SettingRow> {
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const before = await findSettingRow(tx, input.key)
    if (!before) await checkCount(tx)
    const type = input.type ?? before?.type ?? 'string'
    checkType(type, input.value)
    const description = input.description === undefined ? before?.description : input.description
    const after = await upsertSettingRow(tx, {
      key: input.key,
      value: input.value,
      type,
      category: input.category ?? before?.category ?? 'general',
      // An empty description counts as none.
      description: description || null,
      updatedBy: by,
    })
    await logChange(tx, by, { key: after.key, before, after })
    return after
  })
}

/** Throws 404 when there is no such setting. */
export async function deleteCustomSetting(db: Db, key: string, by: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSettings(tx)
    const before = await findSettingRow(tx, key)
    if (!before) throw notFound('notFound.setting')
    await deleteSettingRow(tx, key)
    await logChange(tx, by, { key, before })
  })
}

async function checkCount(tx: Executor): Promise<void> {
  const max = LIMITS.settings.custom
  const custom = (await listSettingRows(tx)).filter(({ key }) => !isSettingKey(key))
  if (custom.length >= max)
    throw new HttpError(422, 'unprocessable', 'errors.settingsFull', { values: { max } })
}

/** Throws 400 for a value that is not of its type. */
function checkType(type: SettingType, value: string): void {
  if (type === 'json') checkJson(value)
  else if (!fitsType(type, value)) throw invalid([{ path: 'value', key: 'fields.wrong' }])
}

function fitsType(type: Exclude<SettingType, 'json'>, value: string): boolean {
  switch (type) {
    case 'string':
      return true
    case 'number':
      return Number.isFinite(Number(value))
    case 'boolean':
      return value === 'true' || value === 'false'
    default:
      throw type satisfies never
  }
}

/** Records the same as for known settings, plus the fields that only custom settings can change. */
async function logChange(
  tx: Executor,
  by: string,
  { key, before, after }: { key: string; before?: SettingRow | undefined; after?: SettingRow },
): Promise<void> {
  await recordAudit(tx, {
    action: 'setting.changed',
    actorId: by,
    subjectId: key,
    details: {
      before: before?.value ?? null,
      after: after?.value ?? null,
      detailsBefore: detailsOf(before),
      detailsAfter: detailsOf(after),
    },
  })
}

function detailsOf(row: SettingRow | undefined) {
  return row ? { type: row.type, category: row.category, description: row.description } : null
}
