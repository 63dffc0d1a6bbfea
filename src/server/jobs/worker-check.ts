import type { Logger } from 'pino'
import type { Db } from '#server/db/executor.ts'
import { isWorkerMissing } from './queries.ts'

type Options = { db: Db; log: Logger; intervalMs: number }

/**
 * Warns the operator of an app with `JOBS=off` while jobs are due and no process runs them. Returns the function that stops
 * it.
 */
export function checkForWorker({ db, log, intervalMs }: Options): () => void {
  const check = async () => {
    if (await isWorkerMissing(db))
      log.warn('jobs are waiting, and no worker runs them: start `npm run worker`')
  }
  const timer = setInterval(() => {
    check().catch((error: unknown) => log.warn({ err: error }, 'it is not known whether a worker runs'))
  }, intervalMs)
  return () => clearInterval(timer)
}
