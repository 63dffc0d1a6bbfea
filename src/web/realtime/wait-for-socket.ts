import { socket } from './socket.ts'

const MAX_WAIT_MS = 1500

/**
 * Resolves when the page's socket is connected, has failed, or takes too long. Data fetched afterwards misses no change
 * that the socket could have reported. The socket must be acquired, by the caller or another component.
 */
export function waitForSocket(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const check = () => {
      const { isConnected, failure } = socket.state.get()
      if (isConnected || failure !== null) done()
    }
    const timer = setTimeout(done, MAX_WAIT_MS)
    const unsubscribe = socket.state.subscribe(check)
    check()
  })
}
