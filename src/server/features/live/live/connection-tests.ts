import { randomUUID } from 'node:crypto'
import { invalid, rateLimited } from '#server/http/errors.ts'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import { shardOf } from '#server/live-engine/sharded-engine.ts'
import { connectionTestName } from './connection-test-name.ts'
import { engineBusy, withEngineErrors } from './with-engine-errors.ts'

const DEFAULT_SECONDS = 15

/** `processes`: number of engine processes; `seconds`: duration of a test. */
type Options = { processes: number; seconds?: number }

type ConnectionTest = { id: string; timer: NodeJS.Timeout; endsAt: number }

/**
 * Short broadcasts that test a user's connection. The engine receives them under names that no stream has, so that they
 * cannot be watched or listed. They end after a fixed time.
 */
export class ConnectionTests {
  readonly #engine: MediaEngine
  readonly #processes: number
  readonly #seconds: number
  /** At most one per user. */
  readonly #testsByUserId = new Map<string, ConnectionTest>()

  constructor(engine: MediaEngine, { processes, seconds = DEFAULT_SECONDS }: Options) {
    this.#engine = engine
    this.#processes = processes
    this.#seconds = seconds
  }

  /**
   * Starts a test on the given engine process, or on any. Throws 429 while another test of the user runs, 400 for an
   * unknown process, 503 while the engine is busy.
   */
  async start(
    userId: string,
    offer: string,
    process?: number,
  ): Promise<{ id: string; sdp: string; seconds: number }> {
    const running = this.#testsByUserId.get(userId)
    if (running) throw rateLimited(Math.max(1, Math.ceil((running.endsAt - Date.now()) / 1000)))
    const id = this.#createId(process)
    if (!this.#engine.tryAdmit(connectionTestName(id))) throw engineBusy()
    const seconds = this.#seconds
    const timer = setTimeout(() => this.end(userId, id), seconds * 1000)
    this.#testsByUserId.set(userId, { id, timer, endsAt: Date.now() + seconds * 1000 })
    try {
      const sdp = await withEngineErrors(() =>
        this.#engine.publish(connectionTestName(id), randomUUID(), offer),
      )
      return { id, sdp, seconds }
    } catch (error) {
      this.end(userId, id)
      throw error
    }
  }

  /** Ends the user's test. Has no effect if it is over or another user's. */
  end(userId: string, id: string): void {
    const test = this.#testsByUserId.get(userId)
    if (test?.id !== id) return
    clearTimeout(test.timer)
    this.#testsByUserId.delete(userId)
    this.#engine.endStream(connectionTestName(id))
  }

  close(): void {
    for (const [userId, { id }] of this.#testsByUserId) this.end(userId, id)
  }

  /** The engine assigns streams to processes by a hash of their id: generates ids until one matches `process`. */
  #createId(process: number | undefined): string {
    if (process !== undefined && process >= this.#processes) throw invalid()
    let id = randomUUID()
    while (process !== undefined && shardOf(connectionTestName(id), this.#processes) !== process)
      id = randomUUID()
    return id
  }
}
