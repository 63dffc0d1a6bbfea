import type { Logger } from 'pino'
import type { Db } from '#server/db/executor.ts'
import { BACKFILLS } from './backfill-queries.ts'

const BATCH = 200

/**
 * Writes, beside everything else, the words of rows that came before there was a search. Answers a function that
 * stops it.
 */
export function backfillSearch(db: Db, log: Logger): () => Promise<void> {
  let isStopped = false
  const run = async () => {
    for (const fill of BACKFILLS) while (!isStopped && (await fill(db, BATCH)) === BATCH);
  }
  const running = run().catch((error: unknown) =>
    log.error({ err: error }, 'words for the search are missing'),
  )
  return async () => {
    isStopped = true
    await running
  }
}
