import type { Logger } from 'pino'
import { type SettingValues, isSettingKey, parseSetting } from '#shared/settings/settings.ts'

/** The changes that the table holds. What cannot be read counts as not changed, and the log says so. */
export function readStored(
  rows: readonly { key: string; value: string }[],
  log: Pick<Logger, 'warn'>,
): Partial<SettingValues> {
  const known = rows.flatMap(({ key, value }) => (isSettingKey(key) ? [{ key, value }] : []))
  const read = known.map(({ key, value }) => [key, parseSetting(key, value)] as const)
  for (const [key, value] of read)
    if (value === undefined) log.warn({ key }, 'a stored site setting cannot be read; its default holds')
  // Boundary: each value was read by the schema of its key.
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Partial<SettingValues>
}
