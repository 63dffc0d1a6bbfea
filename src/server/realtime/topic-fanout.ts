import type { Downstream } from '#shared/realtime.ts'
import type { Hub } from './hub.ts'
import { encodeTextFrame } from './text-frame.ts'

/** Receives encoded frames. */
type Listener = { write(frame: Buffer): void }
type Subscription = { listeners: Set<Listener>; end: () => void }

/**
 * Delivers the messages of each topic to its sockets. It subscribes to the hub once per topic; a message is encoded
 * once, and all sockets get the same bytes.
 */
export class TopicFanout {
  readonly #hub: Hub
  readonly #subscriptionByTopic = new Map<string, Subscription>()
  /** Encoded retained messages. */
  readonly #frameByRetained = new WeakMap<Downstream, Buffer>()

  constructor(hub: Hub) {
    this.#hub = hub
  }

  /** Adds a listener; returns the topic's retained message, encoded, which must be the first that the listener gets. */
  add(topic: string, listener: Listener): Buffer | null {
    const { listeners } = this.#subscriptionByTopic.get(topic) ?? this.#open(topic)
    listeners.add(listener)
    const retained = this.#hub.retained(topic)
    return retained ? this.#frameOf(retained) : null
  }

  remove(topic: string, listener: Listener): void {
    const found = this.#subscriptionByTopic.get(topic)
    if (!found?.listeners.delete(listener) || found.listeners.size > 0) return
    found.end()
    this.#subscriptionByTopic.delete(topic)
  }

  #frameOf(retained: Downstream): Buffer {
    const frame = this.#frameByRetained.get(retained) ?? encodeTextFrame(JSON.stringify(retained))
    this.#frameByRetained.set(retained, frame)
    return frame
  }

  #open(topic: string): Subscription {
    const listeners = new Set<Listener>()
    const end = this.#hub.subscribe(topic, (message) => {
      const frame = encodeTextFrame(JSON.stringify(message))
      for (const listener of listeners) listener.write(frame)
    })
    const subscription = { listeners, end }
    this.#subscriptionByTopic.set(topic, subscription)
    return subscription
  }
}
