import { sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import { CHANNEL, type Source } from './row-change-listener.ts'

/** Notifies every process of a row after the commit, as triggers do for other tables. A process that is not connected misses it. */
export async function notifyProcesses(tx: Executor, source: Source, key: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${`${source}:${key}`})`)
}
