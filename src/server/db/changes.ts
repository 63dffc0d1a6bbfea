import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { oneLine } from '../startup-error.ts'

const CHANNEL = 'changes'
/** Between two looks whether the connection still hears, and how long an echo may take, in ms. */
const LOOK_MS = 5000
const RETRY_MS = 1000

/** The tables whose triggers tell. */
type Table = 'users' | 'sessions'

/**
 * Hears which rows were changed or deleted, by this app, another one or an operator's hand, on a connection of its
 * own. Whoever keeps rows in memory may trust them while `areHeard`, and forgets all of them on `onLost`.
 */
export class Changes {
  readonly #events = new EventEmitter()
  readonly #closed = new AbortController()
  readonly #options: pg.ClientConfig
  readonly #log: Logger
  readonly #running: Promise<void>
  #client: pg.Client | null = null
  #areHeard = false

  constructor(options: pg.ClientConfig, log: Logger) {
    this.#options = options
    this.#log = log
    this.#events.setMaxListeners(0)
    this.#running = this.#run()
  }

  /** True while every change that is committed is heard of, moments later. */
  get areHeard(): boolean {
    return this.#areHeard
  }

  /** Calls back with the key of each row of the table that is no longer what it was, until what it answers is called. */
  on(table: Table, listener: (key: string) => void): () => void {
    this.#events.on(`${table}:`, listener)
    return () => this.#events.off(`${table}:`, listener)
  }

  /** Calls back when changes may have been missed. */
  onLost(listener: () => void): void {
    this.#events.on('lost', listener)
  }

  /** Resolves once all that was committed before the call has been heard of. Rejects when nothing is heard. */
  async settle(): Promise<void> {
    const client = this.#client
    if (!client) throw new Error('changes in the database are not heard of')
    const echo = `echo:${randomUUID()}`
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(LOOK_MS)])
    const heard = once(this.#events, echo, { signal })
    await Promise.all([heard, client.query('select pg_notify($1, $2)', [CHANNEL, echo])])
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closed
    while (!signal.aborted) {
      await this.#hearUntilLost().catch((error: unknown) => {
        if (!signal.aborted)
          this.#log.warn({ reason: oneLine(error) }, 'changes in the database are not heard of')
      })
      await after(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }

  /** Some proxies take a LISTEN and never pass anything on: only an echo says that changes are heard. */
  async #hearUntilLost(): Promise<void> {
    const client = new pg.Client(this.#options)
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''))
    const { signal } = this.#closed
    const ended = new Promise<never>((_, reject) => {
      client.on('error', reject)
      client.on('end', () => reject(new Error('the connection ended')))
      signal.addEventListener('abort', () => reject(new Error('closed')), { once: true })
    })
    ended.catch(() => {})
    try {
      await Promise.race([client.connect(), ended])
      await client.query(`listen ${CHANNEL}`)
      this.#client = client
      while (!signal.aborted) {
        await Promise.race([this.settle(), ended])
        this.#areHeard = true
        await Promise.race([after(LOOK_MS, undefined, { signal }), ended])
      }
    } finally {
      this.#areHeard = false
      this.#client = null
      this.#events.emit('lost')
      await client.end().catch(() => {})
    }
  }

  #hear(payload: string): void {
    if (payload.startsWith('echo:')) {
      this.#events.emit(payload)
      return
    }
    const end = payload.indexOf(':') + 1
    this.#events.emit(payload.slice(0, end), payload.slice(end))
  }
}
