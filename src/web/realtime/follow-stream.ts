import type { Socket } from './socket.ts'

/** Number of subscribers to each stream on this page, by socket. */
const countsBySocket = new WeakMap<object, Map<string, number>>()

/**
 * Counts a subscriber to a stream's topic, and returns the function that releases it. The last release sends
 * `unsubscribe`. Each subscriber sends its own `subscribe`, because it needs the server's response.
 */
export function followStream(socket: Pick<Socket, 'send'>, streamId: string): () => void {
  const countByStreamId = countsBySocket.get(socket) ?? new Map<string, number>()
  countsBySocket.set(socket, countByStreamId)
  countByStreamId.set(streamId, (countByStreamId.get(streamId) ?? 0) + 1)
  return () => {
    const remaining = (countByStreamId.get(streamId) ?? 0) - 1
    if (remaining > 0) countByStreamId.set(streamId, remaining)
    else countByStreamId.delete(streamId)
    if (remaining <= 0) socket.send({ type: 'unsubscribe', streamId })
  }
}
