import { LRUCache } from 'lru-cache'
import type { Downstream } from '#shared/realtime.ts'

/** What sockets are told, and what the server's nodes tell each other alone. */
type HubMessage =
  | Downstream
  | { type: 'settings_changed' }
  | { type: 'stream_key_renewed'; userId: string }
  | { type: 'member_banned'; streamId: string; userId: string }
  | { type: 'video_deleted'; videoId: string }
type Listener = (message: HubMessage) => void

/** Carries messages from the verb that caused them to whoever subscribed to their topic. */
export interface Hub {
  publish(topic: string, message: HubMessage): void
  /**
   * Keeps what something has come to, for who subscribes in the minute after: what a page shows was loaded a moment
   * before its socket is heard. Of a topic the latest is kept.
   */
  retain(topic: string, message: Downstream): void
  retained(topic: string): Downstream | undefined
  /** Answers the function that ends the subscription. */
  subscribe(topic: string, listener: Listener): () => void
  /** Whether anybody listens, for messages that take work to make. */
  isFollowed(topic: string): boolean
}

/** Longer than a slow phone takes from its list to its socket, or from a socket that broke off to the next. */
const RETAINED = { ttl: 60_000, max: 50_000 }

/** A hub within this process. */
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
    isFollowed: (topic) => topics.has(topic),
  }
}
