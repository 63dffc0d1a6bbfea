import type { Logger } from 'pino'
import { afterCommit } from '#server/db/after-commit.ts'
import type { Executor } from '#server/db/executor.ts'
import type { EventType } from './define-event.ts'

type Listener<Data> = (data: Data) => void
type Participant<Data> = (tx: Executor, data: Data) => Promise<void>

/**
 * Carries events between the features of this process. A feature registers a participant (`within`), which runs in the
 * transaction of the event, or a listener (`on`), which runs after the commit and is lost when the process ends: work
 * that must not be lost is a job. Events for open pages are published with `publish` (realtime/page-updates.ts).
 */
export class EventBus {
  readonly #listeners = new Map<EventType<unknown>, Set<Listener<never>>>()
  readonly #participants = new Map<EventType<unknown>, Set<Participant<never>>>()
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  /**
   * Calls all participants in the transaction, one after the other in the order of their registration, and after its
   * commit the listeners. Rejects with the error of a participant: then the transaction must be rolled back.
   */
  async announce<Data>(tx: Executor, type: EventType<Data>, data: Data): Promise<void> {
    // Boundary: `within` and `on` register each function under the type of its data.
    const participants = (this.#participants.get(type) ?? []) as Iterable<Participant<Data>>
    for (const participant of participants) await participant(tx, data)
    afterCommit(tx, () => this.publish(type, data))
  }

  /** Calls the listeners of what has happened already. Never throws: an error of a listener is logged. */
  publish<Data>(type: EventType<Data>, data: Data): void {
    // Boundary: as above.
    const listeners = (this.#listeners.get(type) ?? []) as Iterable<Listener<Data>>
    for (const listener of [...listeners]) {
      try {
        listener(data)
      } catch (error) {
        this.#log.error({ err: error, event: type.name, data }, 'a listener of an event failed')
      }
    }
  }

  /** Registers a participant in the transaction of each event. Returns the function that unregisters it. */
  within<Data>(type: EventType<Data>, participant: Participant<Data>): () => void {
    return add(this.#participants, type, participant)
  }

  /** Registers a listener that is called after each commit. Returns the function that unregisters it. */
  on<Data>(type: EventType<Data>, listener: Listener<Data>): () => void {
    return add(this.#listeners, type, listener)
  }
}

function add<Fn>(byType: Map<EventType<unknown>, Set<Fn>>, type: EventType<unknown>, fn: Fn): () => void {
  const registered = byType.get(type) ?? new Set()
  byType.set(type, registered.add(fn))
  return () => void registered.delete(fn)
}
