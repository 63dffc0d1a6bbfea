import type { Downstream } from '#shared/realtime.ts'
import type { Hub } from './hub.ts'

type Listener = { write(message: Buffer): void }
type Audience = { listeners: Set<Listener>; end: () => void }

/**
 * The sockets that listen to each topic. The hub has one listener for each topic, however many sockets there are; a
 * message is serialised once, and the same bytes go to all.
 */
export class TopicFanout {
  readonly #hub: Hub
  readonly #byTopic = new Map<string, Audience>()
  /** The bytes of retained messages. */
  readonly #retained = new WeakMap<Downstream, Buffer>()

  constructor(hub: Hub) {
    this.#hub = hub
  }

  /** Returns the topic's retained message, serialised, which a new listener gets first. */
  add(topic: string, listener: Listener): Buffer | null {
    const { listeners } = this.#byTopic.get(topic) ?? this.#open(topic)
    listeners.add(listener)
    const retained = this.#hub.retained(topic)
    return retained ? this.#bytesOf(retained) : null
  }

  remove(topic: string, listener: Listener): void {
    const found = this.#byTopic.get(topic)
    if (!found?.listeners.delete(listener) || found.listeners.size > 0) return
    found.end()
    this.#byTopic.delete(topic)
  }

  #bytesOf(retained: Downstream): Buffer {
    const bytes = this.#retained.get(retained) ?? Buffer.from(JSON.stringify(retained))
    this.#retained.set(retained, bytes)
    return bytes
  }

  #open(topic: string): Audience {
    const listeners = new Set<Listener>()
    const end = this.#hub.subscribe(topic, (message) => {
      const bytes = Buffer.from(JSON.stringify(message))
      for (const listener of listeners) listener.write(bytes)
    })
    const audience = { listeners, end }
    this.#byTopic.set(topic, audience)
    return audience
  }
}
