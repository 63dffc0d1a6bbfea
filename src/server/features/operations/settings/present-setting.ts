import type { SiteSetting } from '#shared/operations/admin-settings.ts'
import type { Setting } from '#shared/settings/setting.ts'
import { SETTINGS, type SettingKey, parseSetting, settingText } from '#shared/settings/settings.ts'
import { derivedId } from '#server/derived-id.ts'
import type { Caller } from '#server/http/access.ts'
import type { Translate } from '#server/http/translations.ts'
import { canChange } from './can-change.ts'
import type { SettingRow } from './queries.ts'

/** The user for whom a setting is presented. */
type Reader = { user: Caller; request: { translate: Translate } }

/** Presents a setting of the registry with its stored row, if it has one; described in the reader's language. */
export function presentKnownSetting(
  key: SettingKey,
  row: SettingRow | undefined,
  { user, request: { translate } }: Reader,
): SiteSetting {
  const { type, category, fallback, options, maxWords }: Setting = SETTINGS[key]
  const defaultValue = settingText(key, fallback)
  return {
    ...NOT_STORED,
    ...(row && presentRow(row)),
    // Derived from the key: a reset deletes the row, and the id must not change.
    id: derivedId('setting', key),
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
    maxWords: maxWords ?? null,
    isLocked: !canChange(user, key),
  }
}

/** Presents a setting that is not in the registry. */
export function presentCustomSetting(row: SettingRow): SiteSetting {
  return {
    ...presentRow(row),
    isKnown: false,
    isDefault: false,
    isValid: true,
    defaultValue: null,
    options: null,
    maxWords: null,
    isLocked: false,
  }
}

const NOT_STORED = { updatedBy: null, createdAt: null, updatedAt: null }

function presentRow(row: SettingRow) {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}
