import { EventEmitter } from 'node:events'
import type { Logger } from 'pino'

/**
 * Something that happened in this process. An event is lost when the process ends: work that must not be lost is a job. Browsers hear
 * of nothing here: the hub carries their messages.
 */
export type DomainEvent =
  | { type: 'stream.started'; streamId: string; startedAt: string }
  | { type: 'stream.ended'; streamId: string }
  | { type: 'stream.updated'; streamId: string; isPublic: boolean }
  | { type: 'stream.deleted'; streamId: string }
  /** Another node owns the broadcast now. */
  | { type: 'broadcast.lost'; streamId: string }
  | { type: 'stream_key.renewed'; userId: string }
  | { type: 'user.banned'; streamId: string; userId: string }
  /**
   * In this process or another one; null: it may have been missed. The settings in memory are the old ones until
   * `settings.reloaded`.
   */
  | { type: 'settings.changed'; changeId: string | null }
  | { type: 'settings.reloaded' }
  /** Another node's app has not renewed its lease; published repeatedly. */
  | { type: 'node.expired'; nodeId: string }

type EventOf<Type extends DomainEvent['type']> = Extract<DomainEvent, { type: Type }>

/** Publishes events to the features that subscribe to them, in this process and synchronously. */
export class EventBus {
  readonly #emitter = new EventEmitter().setMaxListeners(0)
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  /** Called after the commit of what happened. Never throws: an error of a listener is logged. */
  publish(event: DomainEvent): void {
    this.#emitter.emit(event.type, event)
  }

  /** Returns the function that unsubscribes. */
  on<Type extends DomainEvent['type']>(type: Type, listener: (event: EventOf<Type>) => void): () => void {
    const safeListener = (event: EventOf<Type>) => {
      try {
        listener(event)
      } catch (error) {
        this.#log.error({ err: error, event }, 'a listener of an event failed')
      }
    }
    this.#emitter.on(type, safeListener)
    return () => void this.#emitter.off(type, safeListener)
  }
}
