import type { Logger } from 'pino'
import { afterCommit } from '#server/db/after-commit.ts'
import type { Executor } from '#server/db/executor.ts'
import { type Fanout, MAX_PAYLOAD_BYTES } from './fanout.ts'
import type { PageUpdate } from './page-update.ts'

/**
 * Publishes an update to the open pages of every node after the commit of `tx`; at once if `tx` is the database. It may be
 * lost, as when a process ends. Throws for data that is too long to travel: send ids in several updates.
 */
export type Publish = <Data, Loaded>(
  tx: Executor,
  update: PageUpdate<never, Data, Loaded>,
  data: Data,
  loaded?: Loaded,
) => void

/** The updates of pages that this process sends and receives. */
export class PageUpdates<Context> {
  readonly #presentedByName = new Map<
    string,
    { update: PageUpdate<Context, never, never>; context: Context }
  >()
  readonly #fanout: Fanout
  readonly #log: Logger

  constructor(fanout: Fanout, log: Logger) {
    this.#fanout = fanout
    this.#log = log
    fanout.onPayload((payload) => this.#receive(payload))
  }

  readonly publish: Publish = (tx, update, data, loaded) => {
    const payload = `${update.name} ${JSON.stringify(data)}`
    if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES)
      throw new Error(`the update ${update.name} is too long: ${Buffer.byteLength(payload)} bytes`)
    afterCommit(tx, () => {
      this.#present(update.name, data, loaded)
      this.#fanout.send(payload)
    })
  }

  /** Presents the updates of a feature to the sockets of this process. A worker, which has no sockets, adds none. */
  add(updates: readonly PageUpdate<Context, never, never>[], context: Context): void {
    for (const update of updates) {
      if (this.#presentedByName.has(update.name)) throw new Error(`two updates with the name ${update.name}`)
      this.#presentedByName.set(update.name, { update, context })
    }
  }

  #receive(payload: string): void {
    const nameEnd = payload.indexOf(' ')
    const name = payload.slice(0, nameEnd)
    const presented = this.#presentedByName.get(name)
    // Another version of the server may have other updates, or other data in them.
    const parsed = presented?.update.data.safeParse(JSON.parse(payload.slice(nameEnd + 1)))
    if (parsed?.success) this.#present(name, parsed.data)
  }

  #present(name: string, data: unknown, loaded?: unknown): void {
    const presented = this.#presentedByName.get(name)
    if (!presented) return
    const fail = (error: unknown) =>
      this.#log.error({ err: error, update: name, data }, 'an update did not reach open pages')
    try {
      // Boundary: `publish` took the data with the type of the update, or it was parsed.
      const done = presented.update.present(presented.context, data as never, loaded as never)
      done?.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}
