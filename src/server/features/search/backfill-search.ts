import type { Logger } from 'pino'
import type { Db } from '#server/db/executor.ts'
import { BACKFILLS } from './backfill-queries.ts'

const BATCH_SIZE = 200

/** Writes, in the background, the search vectors of rows older than the search. Returns a function that stops it. */
export function backfillSearch(db: Db, log: Logger): () => Promise<void> {
  let isStopped = false
  const run = async () => {
    for (const backfill of BACKFILLS) while (!isStopped && (await backfill(db, BATCH_SIZE)) === BATCH_SIZE);
  }
  const running = run().catch((error: unknown) => log.error({ err: error }, 'search backfill failed'))
  return async () => {
    isStopped = true
    await running
  }
}
