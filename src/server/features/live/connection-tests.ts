import { randomUUID } from 'node:crypto'
import { invalid, rateLimited } from '#server/http/errors.ts'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import { shardOf } from '#server/live-engine/sharded-engine.ts'
import { connectionTestName } from './connection-test-name.ts'
import { withEngineErrors } from './with-engine-errors.ts'

const SECONDS = 15

/** `processes`: how many the engine has; `seconds`: after which a check ends by itself. */
type Options = { processes: number; seconds?: number }

type Check = { id: string; timer: NodeJS.Timeout; endsAt: number }

/**
 * Broadcasts that try a member's line: the engine takes them under names that no stream has, so that nobody can watch
 * them and no list knows them, and they end by themselves.
 */
export class ConnectionTests {
  readonly #engine: MediaEngine
  readonly #processes: number
  readonly #seconds: number
  /** By member: one at a time. */
  readonly #checks = new Map<string, Check>()

  constructor(engine: MediaEngine, { processes, seconds = SECONDS }: Options) {
    this.#engine = engine
    this.#processes = processes
    this.#seconds = seconds
  }

  /** By that process of the engine, or by any. Throws 429 while another one of the member's runs, 400 for no process. */
  async begin(
    memberId: string,
    offer: string,
    process?: number,
  ): Promise<{ id: string; sdp: string; seconds: number }> {
    const running = this.#checks.get(memberId)
    if (running) throw rateLimited(Math.max(1, Math.ceil((running.endsAt - Date.now()) / 1000)))
    const id = this.#idIn(process)
    const seconds = this.#seconds
    const timer = setTimeout(() => this.end(memberId, id), seconds * 1000)
    this.#checks.set(memberId, { id, timer, endsAt: Date.now() + seconds * 1000 })
    try {
      const sdp = await withEngineErrors(() =>
        this.#engine.publish(connectionTestName(id), randomUUID(), offer),
      )
      return { id, sdp, seconds }
    } catch (error) {
      this.end(memberId, id)
      throw error
    }
  }

  /** One that is over, or another member's, is none of the caller's any more. */
  end(memberId: string, id: string): void {
    const check = this.#checks.get(memberId)
    if (check?.id !== id) return
    clearTimeout(check.timer)
    this.#checks.delete(memberId)
    this.#engine.endStream(connectionTestName(id))
  }

  close(): void {
    for (const [memberId, { id }] of this.#checks) this.end(memberId, id)
  }

  /** A stream lives where its id says: one is drawn until it says so. */
  #idIn(process: number | undefined): string {
    if (process !== undefined && process >= this.#processes) throw invalid()
    let id = randomUUID()
    while (process !== undefined && shardOf(connectionTestName(id), this.#processes) !== process)
      id = randomUUID()
    return id
  }
}
