import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { oneLine } from '#server/startup/startup-error.ts'
import { timeLimit } from '#server/concurrency/time-limit.ts'

const CHANNEL = 'changes'
const LOOK_MS = 5000
const RETRY_MS = 1000

/** The tables whose triggers tell, and `deactivations`: the members who were active before, by id. */
type Table = 'users' | 'sessions' | 'deactivations'

/**
 * Hears which rows were changed or deleted, by this app, another one or an operator's hand, on a connection of its
 * own. Whoever keeps rows in memory may trust them while `isConnected`, and forgets all of them on `onLost`.
 */
export class RowChangeListener {
  readonly #events = new EventEmitter().setMaxListeners(0)
  readonly #closed = new AbortController()
  readonly #pool: pg.Pool
  readonly #log: Logger
  readonly #lookMs: number
  readonly #running: Promise<void>
  #isConnected = false

  /** `lookMs`: between two looks whether it still hears, and how long an answer may take. */
  constructor(pool: pg.Pool, log: Logger, lookMs = LOOK_MS) {
    this.#pool = pool
    this.#log = log
    this.#lookMs = lookMs
    this.#running = this.#run()
  }

  /** True while every change that is committed is heard of, moments later. */
  get isConnected(): boolean {
    return this.#isConnected
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

  /** Resolves once all that was committed before the call has been heard of. Rejects when that does not come. */
  settle(): Promise<void> {
    return this.#echo(this.#closed.signal)
  }

  /** Ends at once, also while the database says nothing. */
  async close(): Promise<void> {
    this.#closed.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closed
    let wasConnected = true
    while (!signal.aborted) {
      const reason = await this.#hearUntilLost()
      if (wasConnected && !signal.aborted)
        this.#log.warn({ reason }, 'changes in the database are not heard of')
      wasConnected = this.#isConnected
      this.#isConnected = false
      this.#events.emit('lost')
      await after(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }

  /** One connection, from its beginning to its end; answers why it ended. */
  async #hearUntilLost(): Promise<string> {
    const lost = new AbortController()
    const socket = new Socket()
    const giveUp = () => lost.abort(new Error('closed'))
    this.#closed.signal.addEventListener('abort', giveUp, { once: true })
    lost.signal.addEventListener('abort', () => socket.destroy(), { once: true })
    // The pool keeps the password where a copy would not find it.
    const { options } = this.#pool
    const secret = options.password === undefined ? {} : { password: options.password }
    const client = new pg.Client({ ...options, ...secret, ...this.#limits, stream: () => socket })
    client.on('error', (error) => lost.abort(error))
    client.on('end', () => lost.abort(new Error('the connection ended')))
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      while (!lost.signal.aborted) {
        await this.#echo(lost.signal)
        this.#isConnected = true
        await after(this.#lookMs, undefined, { signal: lost.signal })
      }
      return oneLine(lost.signal.reason)
    } catch (error) {
      return oneLine(lost.signal.aborted ? lost.signal.reason : error)
    } finally {
      this.#closed.signal.removeEventListener('abort', giveUp)
      lost.abort()
    }
  }

  /**
   * Says something on the channel and waits until it is heard. Said over another connection: a pooler may hand a LISTEN
   * to a connection that others use in turn, which hears itself and nobody else.
   */
  async #echo(stop: AbortSignal): Promise<void> {
    const echo = `echo:${randomUUID()}`
    const { signal, end } = timeLimit(this.#lookMs, stop)
    try {
      const heard = once(this.#events, echo, { signal })
      await Promise.all([heard, this.#pool.query('select pg_notify($1, $2)', [CHANNEL, echo])])
    } finally {
      end()
    }
  }

  get #limits(): pg.ClientConfig {
    return { connectionTimeoutMillis: this.#lookMs, query_timeout: this.#lookMs, keepAlive: true }
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
