import { SETTINGS, parseSetting } from '#shared/settings/settings.ts'
import { HttpError } from '#server/http/errors.ts'
import type { SettingRow } from './queries.ts'

/** Throws 422 when the smallest tip is above the largest. */
export function checkTipRange(rows: readonly SettingRow[]): void {
  const numberOf = (key: 'payments.minTip' | 'payments.maxTip') => {
    const row = rows.find((each) => each.key === key)
    return (row && parseSetting(key, row.value)) ?? SETTINGS[key].fallback
  }
  if (numberOf('payments.minTip') <= numberOf('payments.maxTip')) return
  const fields = [{ path: 'value', key: 'errors.tipRange' as const }]
  throw new HttpError(422, 'unprocessable', 'errors.tipRange', { fields })
}
