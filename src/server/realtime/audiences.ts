import type { Connection } from './connection.ts'
import { textFrame } from './frame.ts'
import type { Hub } from './hub.ts'

type Audience = { listeners: Set<Connection>; end: () => void }

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

  add(topic: string, connection: Connection): void {
    const found = this.#byTopic.get(topic) ?? this.#open(topic)
    found.listeners.add(connection)
  }

  remove(topic: string, connection: Connection): void {
    const found = this.#byTopic.get(topic)
    if (!found?.listeners.delete(connection) || found.listeners.size > 0) return
    found.end()
    this.#byTopic.delete(topic)
  }

  #open(topic: string): Audience {
    const listeners = new Set<Connection>()
    const end = this.#hub.subscribe(topic, (message) => {
      const frame = textFrame(JSON.stringify(message))
      for (const connection of listeners) connection.write(frame)
    })
    const audience = { listeners, end }
    this.#byTopic.set(topic, audience)
    return audience
  }
}
