import type { Downstream } from '#shared/realtime.ts'
import { textFrame } from './frame.ts'
import type { Hub } from './hub.ts'

/** What takes messages that are framed already. */
type Listener = { write(frames: Buffer): void }
type Audience = { listeners: Set<Listener>; end: () => void }

/**
 * The sockets that listen to each topic. The hub hears of a topic once, however many they are; a message is serialised
 * and framed once, and the same bytes go to all. What one topic is told in one turn of the event loop goes out as one
 * write a socket: the busier the process, the more that are.
 */
export class TopicFanout {
  readonly #hub: Hub
  readonly #byTopic = new Map<string, Audience>()
  /** The frames of what is retained. */
  readonly #retained = new WeakMap<Downstream, Buffer>()
  #waiting: { listeners: Set<Listener>; frames: Buffer[] } | null = null

  constructor(hub: Hub) {
    this.#hub = hub
  }

  /** Answers what is retained of the topic, framed: whoever is new to it is to hear that first. */
  add(topic: string, listener: Listener): Buffer | null {
    this.flush()
    const { listeners } = this.#byTopic.get(topic) ?? this.#open(topic)
    listeners.add(listener)
    const retained = this.#hub.retained(topic)
    return retained ? this.#frameOf(retained) : null
  }

  remove(topic: string, listener: Listener): void {
    this.flush()
    const found = this.#byTopic.get(topic)
    if (!found?.listeners.delete(listener) || found.listeners.size > 0) return
    found.end()
    this.#byTopic.delete(topic)
  }

  /** Sends what waits; before anything else is sent, so that everyone hears in the order in which it was said. */
  flush(): void {
    if (!this.#waiting) return
    const { listeners, frames } = this.#waiting
    this.#waiting = null
    const [first] = frames
    const bytes = frames.length === 1 && first ? first : Buffer.concat(frames)
    for (const listener of listeners) listener.write(bytes)
  }

  #frameOf(retained: Downstream): Buffer {
    const frame = this.#retained.get(retained) ?? textFrame(JSON.stringify(retained))
    this.#retained.set(retained, frame)
    return frame
  }

  #open(topic: string): Audience {
    const listeners = new Set<Listener>()
    const end = this.#hub.subscribe(topic, (message) => this.#tell(listeners, JSON.stringify(message)))
    const audience = { listeners, end }
    this.#byTopic.set(topic, audience)
    return audience
  }

  #tell(listeners: Set<Listener>, json: string): void {
    if (this.#waiting?.listeners !== listeners) this.flush()
    if (this.#waiting) {
      this.#waiting.frames.push(textFrame(json))
      return
    }
    this.#waiting = { listeners, frames: [textFrame(json)] }
    setImmediate(() => this.flush())
  }
}
