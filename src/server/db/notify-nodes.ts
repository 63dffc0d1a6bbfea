import { sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import { CHANNEL, type Source } from './row-change-listener.ts'

/** PostgreSQL limits the payload of a notification to 8,000 bytes; an id may be a pair of two UUIDs. */
const MAX_IDS = 100

/**
 * Notifies every node of these ids after the commit, so that they can notify their browsers. Nodes that are not
 * connected then miss it.
 */
export async function notifyNodes(tx: Executor, source: Source, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    const payload = `${source}:${ids.slice(start, start + MAX_IDS).join(',')}`
    await tx.execute(sql`select pg_notify(${CHANNEL}, ${payload})`)
  }
}
