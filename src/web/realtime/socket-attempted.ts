import { socket } from './socket.ts'

/** Longest wait for a connection before one goes on without, in ms. */
const PATIENCE_MS = 1500

/**
 * Resolves when the page's socket is connected, has failed, or takes too long. What is asked after it and then
 * followed over the socket has no gap between. The caller, or somebody else, holds the socket.
 */
export function socketAttempted(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const look = () => {
      const { isConnected, failure } = socket.state.get()
      if (isConnected || failure !== null) done()
    }
    const timer = setTimeout(done, PATIENCE_MS)
    const unsubscribe = socket.state.subscribe(look)
    look()
  })
}
