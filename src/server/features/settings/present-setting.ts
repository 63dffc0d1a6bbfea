import type { SiteSetting } from '#shared/admin-settings.ts'
import type { Setting } from '#shared/settings/setting.ts'
import { SETTINGS, type SettingKey, parseSetting, settingText } from '#shared/settings/settings.ts'
import type { Translate } from '#server/http/translations.ts'
import type { SettingRow } from './queries.ts'

/** Presents a setting of the registry with its stored row, if it has one; described in the caller's language. */
export function presentKnown(
  key: SettingKey,
  row: SettingRow | undefined,
  translate: Translate,
): SiteSetting {
  const { type, category, fallback, options }: Setting = SETTINGS[key]
  const defaultValue = settingText(key, fallback)
  return {
    ...NOT_STORED,
    ...(row && presentRow(row)),
    key,
    value: row?.value ?? defaultValue,
    type,
    category,
    description: translate(`settings.${key}`),
    isKnown: true,
    isDefault: row === undefined,
    isValid: row === undefined || parseSetting(key, row.value) !== undefined,
    defaultValue,
    options: options ? [...options] : null,
  }
}

/** Presents a setting that is not in the registry. */
export function presentCustom(row: SettingRow): SiteSetting {
  return {
    ...presentRow(row),
    isKnown: false,
    isDefault: false,
    isValid: true,
    defaultValue: null,
    options: null,
  }
}

const NOT_STORED = { id: null, updatedBy: null, createdAt: null, updatedAt: null }

function presentRow(row: SettingRow) {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}
