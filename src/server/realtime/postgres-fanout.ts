import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import { CHANNEL, type RowChangeListener } from '#server/db/row-change-listener.ts'
import type { Fanout } from './fanout.ts'

/** Waiting payloads, beyond which the oldest are lost. */
const MAX_WAITING = 10_000
const HEARTBEAT_MS = 10_000
/** The lease of a process in heartbeats: it may be as slow as that before others stop sending to it. */
const LEASE_HEARTBEATS = 6
/** How long a process sends that has not heard all announcements: each other one announces itself in one heartbeat. */
const UNKNOWN_HEARTBEATS = 2

export type PostgresFanoutOptions = {
  pool: Pick<pg.Pool, 'query'>
  rowChanges: Pick<RowChangeListener, 'on' | 'onConnected' | 'onLost'>
  log: Logger
  /** False for a process without pages, such as a worker: others need not send to it. */
  hasPages: boolean
  /** Replaces the interval in tests. */
  heartbeatMs?: number
}

/**
 * Sends with NOTIFY, for the processes that share a database. Payloads that arrive while a statement runs go with the next
 * one, so that a busy chat costs few statements. Processes with pages announce themselves in each heartbeat, and a process
 * sends only while it knows of another one: the site of one app pays for no statement.
 */
export class PostgresFanout implements Fanout {
  readonly #options: PostgresFanoutOptions
  readonly #heartbeatMs: number
  readonly #processId = randomUUID()
  readonly #heartbeat: NodeJS.Timeout | undefined
  #waiting: string[] = []
  #sending: Promise<void> | null = null
  #announcing: Promise<void> | null = null
  #sentCount = 0
  /** Payloads that were dropped since the last statement, as too many were waiting. */
  #droppedCount = 0
  /** Until when another process may have pages. */
  #sendsUntil = 0

  constructor(options: PostgresFanoutOptions) {
    this.#options = options
    this.#heartbeatMs = options.heartbeatMs ?? HEARTBEAT_MS
    const { rowChanges, hasPages } = options
    this.#sendFor(UNKNOWN_HEARTBEATS)
    rowChanges.on('processes', (processId) => {
      if (processId !== this.#processId) this.#sendFor(LEASE_HEARTBEATS)
    })
    rowChanges.onLost(() => this.#sendFor(LEASE_HEARTBEATS))
    rowChanges.onConnected(() => {
      this.#sendFor(UNKNOWN_HEARTBEATS)
      if (hasPages) this.#announce()
    })
    if (!hasPages) return
    this.#announce()
    this.#heartbeat = setInterval(() => this.#announce(), this.#heartbeatMs)
  }

  /** Whether another process may have pages. */
  get mayBeHeard(): boolean {
    return performance.now() < this.#sendsUntil
  }

  send(payload: string): void {
    if (!this.mayBeHeard) return
    // A number, because PostgreSQL delivers equal notifications of a statement once.
    this.#waiting.push(`updates:${this.#processId} ${this.#sentCount++} ${payload}`)
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting.shift()
      this.#droppedCount += 1
    }
    this.#sending ??= this.#sendWaiting()
  }

  onPayload(listener: (payload: string) => void): void {
    this.#options.rowChanges.on('updates', (notification) => {
      const [processId = '', number = ''] = notification.split(' ', 2)
      if (processId !== this.#processId) listener(notification.slice(processId.length + number.length + 2))
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat)
    await Promise.all([this.#announcing, this.#sending])
  }

  #sendFor(heartbeats: number): void {
    this.#sendsUntil = Math.max(this.#sendsUntil, performance.now() + heartbeats * this.#heartbeatMs)
  }

  #announce(): void {
    this.#announcing ??= this.#notify([`processes:${this.#processId}`])
      .catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'other processes may forget this one'),
      )
      .finally(() => void (this.#announcing = null))
  }

  async #sendWaiting(): Promise<void> {
    // A transaction that commits several changes publishes them in one statement.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const notifications = this.#waiting
      this.#waiting = []
      const dropped = this.#droppedCount
      this.#droppedCount = 0
      try {
        await this.#notify(notifications)
        if (dropped > 0) this.#logLost(dropped)
      } catch (error) {
        this.#logLost(dropped + notifications.length, error)
      }
    }
    this.#sending = null
  }

  #logLost(lost: number, error?: unknown): void {
    this.#options.log.warn({ err: error, lost }, 'other processes missed updates of pages')
  }

  async #notify(notifications: readonly string[]): Promise<void> {
    await this.#options.pool.query(
      'select pg_notify($1, sent.payload) from unnest($2::text[]) with ordinality as sent(payload, position) order by position',
      [CHANNEL, notifications],
    )
  }
}
