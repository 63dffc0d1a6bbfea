import { type Peers, startPeers } from '#server/live-engine/testing/peers.ts'
import { type TestApp, type TestOptions, startTestApp } from './test-app.ts'

/** `peers` are synthetic browsers that broadcast and watch; they are closed before the server. */
export type LiveTestApp = TestApp & { peers: Peers }

/** Starts the whole server with its live engine, and synthetic browsers. */
export async function startLiveApp(options: Omit<TestOptions, 'withEngine'> = {}): Promise<LiveTestApp> {
  const server = await startTestApp({ ...options, withEngine: true })
  const peers = await startPeers(server.app.context.engine)
  const before = (end: () => Promise<void>) => async () => {
    await peers.kill()
    await end()
  }
  return { ...server, peers, stop: before(server.stop), close: before(server.close) }
}
