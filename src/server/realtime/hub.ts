import { LRUCache } from 'lru-cache'
import { RETAINED_CHANGES_MS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'

type Listener = (message: Downstream) => void

/** Publishes messages to the sockets that are subscribed to their topic. Events inside the server: `EventBus`. */
export interface Hub {
  publish(topic: string, message: Downstream): void
  /**
   * Stores the topic's latest message for new subscribers of the next minute. Only for single values, such as counts: lists
   * are channels.
   */
  retain(topic: string, message: Downstream): void
  retained(topic: string): Downstream | undefined
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, listener: Listener): () => void
  /** Whether the topic has subscribers, for messages that are expensive to build. */
  hasSubscribers(topic: string): boolean
}

// `max` would allocate the memory of all messages at once.
const RETAINED = { ttl: RETAINED_CHANGES_MS, maxSize: 50_000, sizeCalculation: () => 1 }

/** Creates a hub within this process. */
export function createLocalHub(): Hub {
  const topics = new Map<string, Set<Listener>>()
  const retained = new LRUCache<string, Downstream>(RETAINED)
  return {
    publish(topic, message) {
      const listeners = topics.get(topic)
      if (!listeners) return
      for (const listener of [...listeners]) listener(message)
    },
    retain: (topic, message) => void retained.set(topic, message),
    retained: (topic) => retained.get(topic),
    subscribe(topic, listener) {
      const listeners = topics.get(topic) ?? new Set()
      topics.set(topic, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic)
      }
    },
    hasSubscribers: (topic) => topics.has(topic),
  }
}
