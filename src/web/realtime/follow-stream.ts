import type { Socket } from './socket.ts'

/** How many on this page follow a stream, by the socket over which they do. */
const followers = new WeakMap<object, Map<string, number>>()

/**
 * Notes one more who follows a stream; each subscribes by itself, as it wants to hear what the server answers. With the last
 * one that ends, by the function that this answers, the server sends no more of it to a page that shows none.
 */
export function followStream(socket: Pick<Socket, 'send'>, streamId: string): () => void {
  const counts = followers.get(socket) ?? new Map<string, number>()
  followers.set(socket, counts)
  counts.set(streamId, (counts.get(streamId) ?? 0) + 1)
  return () => {
    const left = (counts.get(streamId) ?? 0) - 1
    if (left > 0) counts.set(streamId, left)
    else counts.delete(streamId)
    if (left <= 0) socket.send({ type: 'unsubscribe', streamId })
  }
}
