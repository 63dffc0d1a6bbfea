import type { Logger } from 'pino'
import { afterCommit } from '#server/db/after-commit.ts'
import type { Executor } from '#server/db/executor.ts'
import { type Fanout, MAX_PAYLOAD_BYTES } from './fanout.ts'
import type { AnyPageUpdate, PageEvent } from './page-update.ts'

/**
 * Publishes an event to the open pages of every node after the commit of `tx`; at once if `tx` is the database. It may be
 * lost, as when a process ends. Throws for data that is too long to travel: publish ids, in several events.
 */
export type Publish = (tx: Executor, event: PageEvent) => void

type Presented<Context> = { update: AnyPageUpdate<Context>; context: Context }

/** The events for open pages that this process sends and receives. */
export class PageUpdates<Context> {
  readonly #presentedByName = new Map<string, Presented<Context>>()
  readonly #fanout: Fanout
  readonly #log: Logger

  constructor(fanout: Fanout, log: Logger) {
    this.#fanout = fanout
    this.#log = log
    fanout.onPayload((payload) => this.#receive(payload))
  }

  readonly publish: Publish = (tx, event) => {
    const payload = `${event.name} ${JSON.stringify(event.data)}`
    const bytes = Buffer.byteLength(payload)
    if (bytes > MAX_PAYLOAD_BYTES) throw new Error(`an event ${event.name} is too long: ${bytes} bytes`)
    afterCommit(tx, () => {
      this.#present(event)
      this.#fanout.send(payload)
    })
  }

  /** Presents the updates of a feature to the sockets of this process. A worker, which has no sockets, adds none. */
  add(updates: readonly AnyPageUpdate<Context>[], context: Context): void {
    for (const update of updates) {
      const { name } = update.definition
      if (this.#presentedByName.has(name)) throw new Error(`two updates with the name ${name}`)
      this.#presentedByName.set(name, { update, context })
    }
  }

  #receive(payload: string): void {
    const nameEnd = payload.indexOf(' ')
    const name = payload.slice(0, nameEnd)
    const definition = this.#presentedByName.get(name)?.update.definition
    // Another version of the server may have other updates, or other data in them.
    const parsed = definition?.data.safeParse(JSON.parse(payload.slice(nameEnd + 1)))
    if (parsed?.success) this.#present({ name, data: parsed.data })
  }

  #present(event: PageEvent): void {
    const presented = this.#presentedByName.get(event.name)
    if (!presented) return
    const fail = (error: unknown) =>
      this.#log.error(
        { err: error, event: event.name, data: event.data },
        'open pages did not hear of an event',
      )
    const { update, context } = presented
    try {
      // Boundary: the event was made by the update of its name, or parsed by its schema.
      update.definition.present(context, event.data as never, event.loaded as never)?.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}
