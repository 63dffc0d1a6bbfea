import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import { CHANNEL, type RowChangeListener } from '#server/db/row-change-listener.ts'
import type { Fanout } from './fanout.ts'

/** Waiting payloads, beyond which the oldest are lost. */
const MAX_WAITING = 10_000

type Dependencies = { pool: Pick<pg.Pool, 'query'>; rowChanges: Pick<RowChangeListener, 'on'>; log: Logger }

/**
 * Sends with NOTIFY, for the processes that share a database. Payloads that arrive while a statement runs go with the next
 * one, so that a busy chat costs few statements.
 */
export class PostgresFanout implements Fanout {
  readonly #dependencies: Dependencies
  readonly #processId = randomUUID()
  #waiting: string[] = []
  #sending: Promise<void> | null = null
  #sentCount = 0

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  send(payload: string): void {
    // A number, because PostgreSQL delivers equal notifications of a statement once.
    this.#waiting.push(`${this.#processId} ${this.#sentCount++} ${payload}`)
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift()
    this.#sending ??= this.#sendWaiting()
  }

  onPayload(listener: (payload: string) => void): void {
    this.#dependencies.rowChanges.on('updates', (notification) => {
      const [processId = '', number = ''] = notification.split(' ', 2)
      if (processId !== this.#processId) listener(notification.slice(processId.length + number.length + 2))
    })
  }

  async close(): Promise<void> {
    await this.#sending
  }

  async #sendWaiting(): Promise<void> {
    // A transaction that commits several changes publishes them in one statement.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const payloads = this.#waiting.map((payload) => `updates:${payload}`)
      this.#waiting = []
      try {
        await this.#dependencies.pool.query(
          'select pg_notify($1, payload) from unnest($2::text[]) with ordinality as sent(payload, position) order by position',
          [CHANNEL, payloads],
        )
      } catch (error) {
        this.#dependencies.log.warn(
          { err: error, lost: payloads.length },
          'other processes miss updates of pages',
        )
      }
    }
    this.#sending = null
  }
}
