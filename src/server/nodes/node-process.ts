import type { Logger } from 'pino'
import type { Db } from '#server/db/executor.ts'
import type { EventBus } from '#server/events/event-bus.ts'
import { insertProcess, listExpiredNodes, renewLease, setWorkerIds } from './queries.ts'
import type { NodeRole } from './schema.ts'

type Options = {
  db: Db
  events: EventBus
  log: Logger
  nodeId: string
  role: NodeRole
  leaseMs: number
}

/**
 * This process in the table of all processes: renews its lease, and publishes `node.expired` repeatedly for each node
 * whose app does not renew its own. The lease outlives the process, so that a restart keeps its broadcasts.
 */
export class NodeProcess {
  readonly #options: Options
  #timer: NodeJS.Timeout | null = null
  #previousWorkerIds: string[] = []

  constructor(options: Options) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { db, leaseMs } = this.#options
    this.#previousWorkerIds = await insertProcess(db, this.#options, leaseMs)
    this.#timer = setInterval(() => {
      this.#renew().catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'the lease of this node could not be renewed'),
      )
    }, leaseMs / 3)
  }

  /** The worker ids of the node's previous process in this role, which has ended. */
  get previousWorkerIds(): readonly string[] {
    return this.#previousWorkerIds
  }

  setWorkerIds(workerIds: string[]): Promise<void> {
    return setWorkerIds(this.#options.db, this.#options, workerIds)
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer)
  }

  async #renew(): Promise<void> {
    const { db, events, leaseMs } = this.#options
    await renewLease(db, this.#options, leaseMs)
    for (const nodeId of await listExpiredNodes(db)) events.publish({ type: 'node.expired', nodeId })
  }
}
