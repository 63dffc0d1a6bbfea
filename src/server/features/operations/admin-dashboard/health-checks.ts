import { buffer } from 'node:stream/consumers'
import { ttlCache } from '#server/concurrency/ttl-cache.ts'
import { type DatabaseFailure, databaseFailureOf } from '#server/db/database-failure.ts'
import type { Context } from '#server/feature.ts'
import { listLedgerErrors } from '#server/features/operations/admin-payments/queries.ts'
import { findProblems } from '#server/features/live/live-status/find-problems.ts'
import { mediaEndpointOf } from '#server/features/live/live-status/media-addresses.ts'
import { type LiveStats, isUp } from '#server/features/live/live-status/live-stats.ts'
import { isDiskFull } from '#server/http/database-errors.ts'
import { countFailingJobs, isWorkerMissing, readQueueState } from '#server/jobs/queries.ts'
import { sendMail } from '#server/mail/mail.ts'
import { hasMailingProcess } from '#server/nodes/queries.ts'
import { isSandboxSite } from '#server/payments/sandbox-mode.ts'
import { oneLine } from '#server/startup/startup-error.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { Checks, Finding } from './run-checks.ts'

type Dependencies = Pick<
  Context,
  'config' | 'db' | 'disk' | 'log' | 'nodeId' | 'payments' | 'pingDatabase'
> & {
  liveStats: LiveStats
  storage: Storage
}

/** Returns a function that returns the checks for a page that was loaded from a host. */
export function createHealthChecks(dependencies: Dependencies): (requestedHost: string) => Checks {
  // Calls at the same time share one file. While a disk hangs they share the one that waits for it, too.
  const tryStorage = ttlCache(0, () => checkStorage(dependencies))
  return (requestedHost) => ({
    database: () => checkDatabase(dependencies),
    storage: tryStorage,
    liveEngine: () => checkEngine(dependencies, requestedHost),
    jobs: () => checkJobs(dependencies),
    disk: () => checkDisk(dependencies),
    mail: () => checkMail(dependencies),
    payments: () => checkPayments(dependencies),
  })
}

const DATABASE_DETAILS = {
  unreachable: 'databaseUnreachable',
  timeout: 'databaseTimeout',
  busy: 'databaseBusy',
  full: 'databaseFull',
} as const satisfies Record<DatabaseFailure, Finding['detail']>

async function checkDatabase({ log, pingDatabase }: Dependencies): Promise<Finding> {
  const startedAt = performance.now()
  try {
    await pingDatabase()
  } catch (error) {
    log.error({ reason: oneLine(error) }, 'the database is unavailable')
    return { state: 'failed', detail: DATABASE_DETAILS[databaseFailureOf(error) ?? 'unreachable'] }
  }
  return { state: 'ok', detail: 'databaseOk', figure: performance.now() - startedAt }
}

async function checkStorage({ log, nodeId, storage }: Dependencies): Promise<Finding> {
  const startedAt = performance.now()
  // One key for each node: a file that a killed process has left is replaced.
  const key = `health/${nodeId}.webp`
  const written = Buffer.from(`written at ${Date.now()}`)
  try {
    await storage.put(key, written)
    const file = await storage.open(key)
    const isSame = file !== null && written.equals(await buffer(file))
    await storage.delete(key)
    if (!isSame) return { state: 'failed', detail: 'storageFailed' }
  } catch (error) {
    log.error({ reason: oneLine(error) }, 'the storage cannot be used')
    return { state: 'failed', detail: isDiskFull(error) ? 'storageFull' : 'storageFailed' }
  }
  return { state: 'ok', detail: 'storageOk', figure: performance.now() - startedAt }
}

async function checkEngine({ config, liveStats }: Dependencies, requestedHost: string): Promise<Finding> {
  const { addresses } = mediaEndpointOf(config)
  const [problem] = findProblems({ isUp: isUp(await liveStats.read()), addresses, requestedHost })
  if (problem === undefined) return { state: 'ok', detail: 'engineOk' }
  return { state: problem === 'engineDown' ? 'failed' : 'warning', detail: problem }
}

/** A job that is due waits longer than this only behind many others. */
const LONG_WAIT_SECONDS = 600
const DAY_MS = 24 * 60 * 60 * 1000

async function checkJobs({ db }: Dependencies): Promise<Finding> {
  const yesterday = new Date(Date.now() - DAY_MS)
  const [queue, isMissing] = await Promise.all([readQueueState(db, yesterday), isWorkerMissing(db)])
  if (isMissing) return { state: 'failed', detail: 'workerMissing' }
  if (queue.failed > 0) return { state: 'warning', detail: 'jobsFailed', figure: queue.failed }
  return queue.oldestSeconds > LONG_WAIT_SECONDS
    ? { state: 'warning', detail: 'jobsWait', figure: queue.oldestSeconds }
    : { state: 'ok', detail: 'jobsOk' }
}

async function checkDisk({ disk }: Dependencies): Promise<Finding> {
  const { freeBytes: figure, state } = await disk.getState()
  if (state === 'enough') return { state: 'ok', detail: 'diskOk', figure }
  return state === 'low'
    ? { state: 'warning', detail: 'diskLow', figure }
    : { state: 'failed', detail: 'diskFull', figure }
}

async function checkMail({ config, db }: Dependencies): Promise<Finding> {
  // Another process may send the mails of this one.
  if (!config.mail && !(await hasMailingProcess(db))) return { state: 'off', detail: 'mailOff' }
  const failing = await countFailingJobs(db, sendMail.name, new Date(Date.now() - DAY_MS))
  return failing > 0
    ? { state: 'warning', detail: 'mailFailing', figure: failing }
    : { state: 'ok', detail: 'mailOk' }
}

/** Differences that last are logged again by the check of the next night. */
const LEDGER_MS = 2 * DAY_MS

async function checkPayments({ db, payments }: Dependencies): Promise<Finding> {
  const [difference] = await listLedgerErrors(db, 1, new Date(Date.now() - LEDGER_MS))
  if (difference) return { state: 'failed', detail: 'ledgerDiffers' }
  if (!payments) return { state: 'off', detail: 'paymentsOff' }
  return isSandboxSite(payments)
    ? { state: 'off', detail: 'paymentsSandbox' }
    : { state: 'ok', detail: 'paymentsOk' }
}
