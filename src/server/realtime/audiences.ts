import { textFrame } from './frame.ts'
import type { Hub } from './hub.ts'

/** What takes a message that is framed already. */
type Listener = { write(frame: Buffer): void }
type Audience = { listeners: Set<Listener>; end: () => void }

/**
 * The sockets that listen to each topic. The hub hears of a topic once, however many they are; a message is serialised
 * and framed once, and the same bytes go to all.
 */
export class Audiences {
  readonly #hub: Hub
  readonly #byTopic = new Map<string, Audience>()

  constructor(hub: Hub) {
    this.#hub = hub
  }

  add(topic: string, listener: Listener): void {
    const found = this.#byTopic.get(topic) ?? this.#open(topic)
    found.listeners.add(listener)
  }

  remove(topic: string, listener: Listener): void {
    const found = this.#byTopic.get(topic)
    if (!found?.listeners.delete(listener) || found.listeners.size > 0) return
    found.end()
    this.#byTopic.delete(topic)
  }

  #open(topic: string): Audience {
    const listeners = new Set<Listener>()
    const end = this.#hub.subscribe(topic, (message) => {
      const frame = textFrame(JSON.stringify(message))
      for (const listener of listeners) listener.write(frame)
    })
    const audience = { listeners, end }
    this.#byTopic.set(topic, audience)
    return audience
  }
}
