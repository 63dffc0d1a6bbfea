import type { Statement } from '../process/recorded-statements.ts'

/**
 * A request. `floor`: the simplest statement that returns its rows or figures; or the app's own statements, sent by the driver
 * alone; or none where the request is not about rows.
 */
export type Case = { name: string; path: string; floor: Statement | 'own statements' | 'none' }

export const sql = (text: string): Statement => ({ text, values: [] })

/** The columns of a joined user. */
export const refColumns = (alias: string) =>
  ['id', 'handle', 'email', 'first_name', 'last_name', 'profile_image_url']
    .map((column) => `${alias}.${column} as ${alias}_${column}`)
    .join(', ')
