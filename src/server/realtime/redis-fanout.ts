import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Fanout } from './fanout.ts'

type Options = {
  /** `redis://…`, or `rediss://…` with TLS. */
  url: string
  /** The same for all processes of a site, and no other site: several may use one server. */
  site: string
  log: Logger
}

/** Sends with PUBLISH, for sites whose database should not carry the messages of busy chats. For Redis and Valkey. */
export class RedisFanout implements Fanout {
  readonly #processId = randomUUID()
  readonly #channel: string
  readonly #publisher: Redis
  readonly #subscriber: Redis
  readonly #log: Logger
  readonly #refusals: RepeatedError
  /** Payloads of this process that were not sent since the connection failed. */
  #lostCount = 0

  private constructor({ url, site, log }: Options) {
    this.#channel = `creative-wave:${site}`
    this.#log = log
    this.#refusals = new RepeatedError(log, 'other processes miss updates of pages')
    // What cannot be sent now is old when the connection is back.
    this.#publisher = connect(url, { enableOfflineQueue: false }, log)
    this.#subscriber = connect(url, {}, log)
    this.#publisher.on('ready', () => {
      this.#refusals.isOver()
      this.#logLost()
    })
  }

  /** Rejects when the server cannot be reached. Later it reconnects, and subscribes again, by itself. */
  static async open(options: Options): Promise<RedisFanout> {
    const fanout = new RedisFanout(options)
    try {
      await fanout.#publisher.connect()
      await fanout.#subscriber.connect()
      await fanout.#subscriber.subscribe(fanout.#channel)
      return fanout
    } catch (error) {
      await fanout.close()
      throw error
    }
  }

  send(payload: string): void {
    this.#publisher.publish(this.#channel, `${this.#processId} ${payload}`).catch((error: unknown) => {
      this.#lostCount += 1
      // Without a connection, its own error has been logged.
      if (this.#publisher.status === 'ready') this.#refusals.occurred(error)
    })
  }

  onPayload(listener: (payload: string) => void): void {
    this.#subscriber.on('message', (_channel: string, message: string) => {
      const idEnd = message.indexOf(' ')
      if (message.slice(0, idEnd) !== this.#processId) listener(message.slice(idEnd + 1))
    })
  }

  async close(): Promise<void> {
    // `quit` waits for what was sent; it rejects without a connection.
    if (this.#publisher.status === 'ready') await this.#publisher.quit().catch(() => {})
    this.#publisher.disconnect()
    this.#subscriber.disconnect()
    // The payloads without a response are rejected now.
    await nextTurn()
    this.#logLost()
  }

  #logLost(): void {
    if (this.#lostCount > 0)
      this.#log.warn({ lost: this.#lostCount }, 'other processes missed updates of pages')
    this.#lostCount = 0
  }
}

const MAX_RETRY_MS = 2000
const CONNECT_TIMEOUT_MS = 5000

function connect(url: string, options: { enableOfflineQueue?: boolean }, log: Logger): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // Of a command, which is then refused.
    maxRetriesPerRequest: 1,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RETRY_MS),
    ...options,
  })
  const failures = new RepeatedError(log, 'the connection to REDIS_URL failed')
  redis.on('error', (error) => failures.occurred(error))
  redis.on('ready', () => {
    if (failures.isOver()) log.info('the connection to REDIS_URL is back')
  })
  return redis
}

/** Logs each cause of an error once until it is over: attempts to reconnect may fail in several ways in turn. */
class RepeatedError {
  readonly #log: Logger
  readonly #text: string
  readonly #causes = new Set<string>()

  constructor(log: Logger, text: string) {
    this.#log = log
    this.#text = text
  }

  occurred(error: unknown): void {
    const cause = String(error)
    if (this.#causes.has(cause)) return
    this.#causes.add(cause)
    this.#log.warn({ err: error }, this.#text)
  }

  /** Returns whether it had occurred. */
  isOver(): boolean {
    const hadOccurred = this.#causes.size > 0
    this.#causes.clear()
    return hadOccurred
  }
}
