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
  /** Answers the function that ends the subscription. */
  subscribe(topic: string, listener: Listener): () => void
  /** Whether anybody listens, for messages that take work to make. */
  isFollowed(topic: string): boolean
}

/** A hub within this process. */
export function createLocalHub(): Hub {
  const topics = new Map<string, Set<Listener>>()
  return {
    publish(topic, message) {
      const listeners = topics.get(topic)
      if (!listeners) return
      for (const listener of [...listeners]) listener(message)
    },
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
