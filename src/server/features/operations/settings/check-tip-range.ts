import { SETTINGS, parseSetting } from '#shared/settings/settings.ts'
import type { Executor } from '#server/db/executor.ts'
import { HttpError } from '#server/http/errors.ts'
import { findRow } from './queries.ts'

/** Throws 422, which undoes the transaction, when the smallest tip is now above the largest. */
export async function checkTipRange(tx: Executor): Promise<void> {
  const [min, max] = [await readNumber(tx, 'payments.minTip'), await readNumber(tx, 'payments.maxTip')]
  if (min <= max) return
  const fields = [{ path: 'value', key: 'errors.tipRange' as const }]
  throw new HttpError(422, 'unprocessable', 'errors.tipRange', { fields })
}

async function readNumber(tx: Executor, key: 'payments.minTip' | 'payments.maxTip'): Promise<number> {
  const row = await findRow(tx, key)
  return (row && parseSetting(key, row.value)) ?? SETTINGS[key].fallback
}
