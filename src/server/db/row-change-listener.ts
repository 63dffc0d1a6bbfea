import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { oneLine } from '#server/startup/startup-error.ts'
import { timeLimit } from '#server/concurrency/time-limit.ts'

export const CHANNEL = 'changes'
const PROBE_MS = 5000
const RETRY_MS = 1000

/**
 * The sources of notifications. Triggers notify of changes of sessions, of users without the counts (`users`), of the counts
 * of users (`user_counts`), the ids of users who have just been deactivated (`deactivations`), streams whose broadcast has ended
 * or has another owner (`broadcasts`), videos whose files or whose access to them has changed (`video_files`). `notifyProcesses`
 * sends the ids of changes of `settings`. `updates` are events for open pages,
 * `processes` the ids of the processes that have open pages (both `realtime/postgres-fanout.ts`).
 */
export type Source =
  | 'users'
  | 'user_counts'
  | 'sessions'
  | 'deactivations'
  | 'broadcasts'
  | 'video_files'
  | 'settings'
  | 'updates'
  | 'processes'

/**
 * Listens (LISTEN/NOTIFY, on a connection of its own) for rows that were changed or deleted by this app, another app or
 * an operator. Cached rows are valid while `isConnected`; `onLost` must clear them.
 */
export class RowChangeListener {
  readonly #events = new EventEmitter().setMaxListeners(0)
  readonly #closed = new AbortController()
  readonly #pool: pg.Pool
  readonly #log: Logger
  readonly #probeMs: number
  readonly #running: Promise<void>
  #isConnected = false

  /** `probeMs`: the interval between two checks of the connection, and the timeout of each. */
  constructor(pool: pg.Pool, log: Logger, probeMs = PROBE_MS) {
    this.#pool = pool
    this.#log = log
    this.#probeMs = probeMs
    this.#running = this.#run()
  }

  /** True while every committed change is delivered, shortly after its commit. */
  get isConnected(): boolean {
    return this.#isConnected
  }

  /** Calls `listener` with the key of each changed or deleted row. Returns the function that unsubscribes. */
  on(source: Source, listener: (key: string) => void): () => void {
    this.#events.on(`${source}:`, listener)
    return () => this.#events.off(`${source}:`, listener)
  }

  /** Calls `listener` when changes may have been missed. */
  onLost(listener: () => void): void {
    this.#events.on('lost', listener)
  }

  /** Calls `listener` after each connect: from then on no change is missed. */
  onConnected(listener: () => void): void {
    this.#events.on('connected', listener)
  }

  /** Resolves once every change committed before the call has been delivered. Rejects after the probe timeout. */
  catchUp(): Promise<void> {
    return this.#echo(this.#closed.signal)
  }

  /** Closes at once, also while the database does not respond. */
  async close(): Promise<void> {
    this.#closed.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closed
    let wasConnected = true
    while (!signal.aborted) {
      const reason = await this.#listenUntilLost()
      if (wasConnected && !signal.aborted)
        this.#log.warn({ reason }, 'the listener for database changes lost its connection')
      wasConnected = this.#isConnected
      this.#isConnected = false
      this.#events.emit('lost')
      await after(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }

  /** Opens one connection and listens until it is lost; returns why it was lost. */
  async #listenUntilLost(): Promise<string> {
    const lost = new AbortController()
    const socket = new Socket()
    const onClose = () => lost.abort(new Error('closed'))
    this.#closed.signal.addEventListener('abort', onClose, { once: true })
    lost.signal.addEventListener('abort', () => socket.destroy(), { once: true })
    // The password in a pool's options is not enumerable: the spread does not copy it.
    const { options } = this.#pool
    const password = options.password === undefined ? {} : { password: options.password }
    const client = new pg.Client({ ...options, ...password, ...this.#timeouts, stream: () => socket })
    client.on('error', (error) => lost.abort(error))
    client.on('end', () => lost.abort(new Error('the connection ended')))
    client.on('notification', ({ payload }) => this.#dispatch(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      while (!lost.signal.aborted) {
        await this.#echo(lost.signal)
        if (!this.#isConnected) this.#events.emit('connected')
        this.#isConnected = true
        await after(this.#probeMs, undefined, { signal: lost.signal })
      }
      return oneLine(lost.signal.reason)
    } catch (error) {
      return oneLine(lost.signal.aborted ? lost.signal.reason : error)
    } finally {
      this.#closed.signal.removeEventListener('abort', onClose)
      lost.abort()
    }
  }

  /**
   * Notifies the channel and waits until the notification arrives. It is sent over another connection: a pooler may run
   * LISTEN on a connection that it shares between clients, where only its own notifications arrive.
   */
  async #echo(stop: AbortSignal): Promise<void> {
    const echo = `echo:${randomUUID()}`
    const { signal, end } = timeLimit(this.#probeMs, stop)
    try {
      const received = once(this.#events, echo, { signal })
      await Promise.all([received, this.#pool.query('select pg_notify($1, $2)', [CHANNEL, echo])])
    } finally {
      end()
    }
  }

  get #timeouts(): pg.ClientConfig {
    return { connectionTimeoutMillis: this.#probeMs, query_timeout: this.#probeMs, keepAlive: true }
  }

  #dispatch(payload: string): void {
    if (payload.startsWith('echo:')) {
      this.#events.emit(payload)
      return
    }
    const keyStart = payload.indexOf(':') + 1
    this.#events.emit(payload.slice(0, keyStart), payload.slice(keyStart))
  }
}
