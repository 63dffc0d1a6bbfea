import type { Downstream } from '#shared/realtime.ts'
import { textFrame } from './frame.ts'
import type { Hub } from './hub.ts'

/** Receives encoded frames. */
type Listener = { write(frames: Buffer): void }
type Subscription = { listeners: Set<Listener>; end: () => void }

/**
 * Delivers the messages of each topic to its sockets. It subscribes to the hub once per topic; a message is serialised
 * and framed once, and all sockets get the same bytes. Messages of one topic within one turn of the event loop are
 * batched into one write per socket.
 */
export class TopicFanout {
  readonly #hub: Hub
  readonly #subscriptionByTopic = new Map<string, Subscription>()
  /** Frames of retained messages. */
  readonly #frameByRetained = new WeakMap<Downstream, Buffer>()
  #batch: { listeners: Set<Listener>; frames: Buffer[] } | null = null

  constructor(hub: Hub) {
    this.#hub = hub
  }

  /** Adds a listener; returns the topic's retained message, framed, which must be the first that the listener gets. */
  add(topic: string, listener: Listener): Buffer | null {
    this.flush()
    const { listeners } = this.#subscriptionByTopic.get(topic) ?? this.#open(topic)
    listeners.add(listener)
    const retained = this.#hub.retained(topic)
    return retained ? this.#frameOf(retained) : null
  }

  remove(topic: string, listener: Listener): void {
    this.flush()
    const found = this.#subscriptionByTopic.get(topic)
    if (!found?.listeners.delete(listener) || found.listeners.size > 0) return
    found.end()
    this.#subscriptionByTopic.delete(topic)
  }

  /** Sends the pending batch. Called before anything else is sent, so that every socket gets its messages in order. */
  flush(): void {
    if (!this.#batch) return
    const { listeners, frames } = this.#batch
    this.#batch = null
    const [first] = frames
    const bytes = frames.length === 1 && first ? first : Buffer.concat(frames)
    for (const listener of listeners) listener.write(bytes)
  }

  #frameOf(retained: Downstream): Buffer {
    const frame = this.#frameByRetained.get(retained) ?? textFrame(JSON.stringify(retained))
    this.#frameByRetained.set(retained, frame)
    return frame
  }

  #open(topic: string): Subscription {
    const listeners = new Set<Listener>()
    const end = this.#hub.subscribe(topic, (message) => this.#enqueue(listeners, JSON.stringify(message)))
    const subscription = { listeners, end }
    this.#subscriptionByTopic.set(topic, subscription)
    return subscription
  }

  #enqueue(listeners: Set<Listener>, json: string): void {
    if (this.#batch?.listeners !== listeners) this.flush()
    if (this.#batch) {
      this.#batch.frames.push(textFrame(json))
      return
    }
    this.#batch = { listeners, frames: [textFrame(json)] }
    setImmediate(() => this.flush())
  }
}
