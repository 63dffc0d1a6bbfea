import type { Logger } from 'pino'
import type { Db } from '#server/db/executor.ts'
import type { Config } from '#server/config.ts'
import { deriveKey } from '#server/derived-key.ts'
import type { EventBus } from '#server/events/event-bus.ts'
import { StartupError, oneLine } from '#server/startup/startup-error.ts'
import {
  deleteOldProcesses,
  endLease,
  hasExpiredApp,
  hasOtherSecret,
  insertProcess,
  renewLease,
} from './queries.ts'
import type { NodeRole } from './schema.ts'
import { nodesExpired } from './events.ts'

type Options = {
  db: Db
  events: EventBus
  log: Logger
  nodeId: string
  role: NodeRole
  leaseMs: number
  config: Pick<Config, 'mail'>
  secrets: { session: string }
}

/**
 * This process in the table of all processes: renews its lease, and publishes `nodes.expired` repeatedly while the app of
 * another node does not renew its own. The lease outlives the process, so that a restart keeps its broadcasts.
 */
export class NodeProcess {
  readonly #options: Options
  #timer: NodeJS.Timeout | null = null
  #previousWorkerIds: string[] = []
  #workerIds: string[] = []
  /** Times of `performance.now()`. */
  #keptSince = 0
  #renewedAt = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** @throws {StartupError} if another process has another secret */
  async start(): Promise<void> {
    const { config, db, leaseMs, nodeId, role, secrets } = this.#options
    const secretFingerprint = deriveKey(secrets.session, 'fingerprint').toString('base64url')
    if (await hasOtherSecret(db, { nodeId, role, secretFingerprint }))
      throw new StartupError(
        `Another process of this database has another SESSION_SECRET: set it to the same value for all of them. One that was stopped counts for ${leaseMs / 1000} s.`,
      )
    const sendsMail = config.mail !== null
    this.#previousWorkerIds = await insertProcess(db, { nodeId, role, sendsMail, secretFingerprint }, leaseMs)
    await deleteOldProcesses(db)
    this.#keptSince = performance.now()
    this.#renewedAt = performance.now()
    this.#timer = setInterval(() => void this.#renewSafely(), leaseMs / 3)
  }

  /** The worker ids of the node's previous process in this role, which has ended. */
  get previousWorkerIds(): readonly string[] {
    return this.#previousWorkerIds
  }

  /** Stores the ids under which this process locks jobs, now and with each renewal. */
  async setWorkerIds(workerIds: string[]): Promise<void> {
    this.#workerIds = workerIds
    await this.#renew()
  }

  /**
   * Whether this process has renewed its lease in time for a whole lease. Otherwise it was suspended or had no database:
   * then the leases of other processes say nothing about them.
   */
  get hasKeptLease(): boolean {
    return performance.now() - this.#keptSince >= this.#options.leaseMs && !this.#isLate
  }

  /** A worker ends its lease; an app keeps it for its broadcasts. */
  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    const { db, log, role } = this.#options
    if (role === 'worker')
      await endLease(db, this.#options).catch((error: unknown) =>
        log.warn({ reason: oneLine(error) }, 'the lease of this worker could not be ended'),
      )
  }

  get #isLate(): boolean {
    return performance.now() - this.#renewedAt > this.#options.leaseMs
  }

  async #renewSafely(): Promise<void> {
    await this.#renew().catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'the lease of this node could not be renewed'),
    )
  }

  async #renew(): Promise<void> {
    const { db, events, leaseMs } = this.#options
    await renewLease(db, this.#options, { leaseMs, workerIds: this.#workerIds })
    if (this.#isLate) this.#keptSince = performance.now()
    this.#renewedAt = performance.now()
    if (!this.hasKeptLease) return
    if (await hasExpiredApp(db)) events.publish(nodesExpired, {})
  }
}
