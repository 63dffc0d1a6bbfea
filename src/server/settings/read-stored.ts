import type { Logger } from 'pino'
import { type SettingValues, isSettingKey, parseSetting } from '#shared/settings/settings.ts'

/** Parses the stored settings. Unknown keys are ignored; an invalid value is ignored with a warning in the log. */
export function readStored(
  rows: readonly { key: string; value: string }[],
  log: Pick<Logger, 'warn'>,
): Partial<SettingValues> {
  const knownRows = rows.flatMap(({ key, value }) => (isSettingKey(key) ? [{ key, value }] : []))
  const entries = knownRows.map(({ key, value }) => [key, parseSetting(key, value)] as const)
  for (const [key, value] of entries)
    if (value === undefined) log.warn({ key }, 'a stored site setting is invalid; its default is used')
  // Boundary: each value was parsed by the schema of its key.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<SettingValues>
}
