import { afterEach, expect, test, vi } from 'vitest'
import type { IceServers } from '#shared/live/live.ts'
import { IceServerCache, addIceServers } from './ice-servers.ts'

const HOUR = 60 * 60_000
const response = (name: string, ms = 6 * HOUR): IceServers => ({
  iceServers: [{ urls: ['turn:turn.example.org'], username: name, credential: 'c' }],
  expiresAt: new Date(Date.now() + ms).toISOString(),
})

afterEach(() => vi.useRealTimers())

test('concurrent and later connections share one request', async () => {
  const fetchServers = vi.fn(async () => response('one'))
  const cache = new IceServerCache(fetchServers)
  const [first, second] = await Promise.all([cache.load(), cache.load()])
  expect(first).toEqual([{ urls: ['turn:turn.example.org'], username: 'one', credential: 'c' }])
  expect(second).toBe(first)
  expect(await cache.load()).toBe(first)
  expect(fetchServers).toHaveBeenCalledTimes(1)
})

test('credentials are fetched again before they expire', async () => {
  vi.useFakeTimers()
  const fetchServers = vi.fn(async () => response(`call ${fetchServers.mock.calls.length}`))
  const cache = new IceServerCache(fetchServers)
  await cache.load()
  vi.advanceTimersByTime(5 * HOUR)
  expect((await cache.load())[0]?.username).toBe('call 1')
  vi.advanceTimersByTime(HOUR - 5 * 60_000)
  expect((await cache.load())[0]?.username).toBe('call 2')
})

test('the empty list of a site without a TURN server is cached', async () => {
  const fetchServers = vi.fn(async () => ({ iceServers: [], expiresAt: null }))
  const cache = new IceServerCache(fetchServers)
  expect([await cache.load(), await cache.load()]).toEqual([[], []])
  expect(fetchServers).toHaveBeenCalledTimes(1)
})

test('a failed request is only logged, and the next connection tries again', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const fetchServers = vi.fn<() => Promise<IceServers>>().mockRejectedValueOnce(new Error('no network'))
  fetchServers.mockResolvedValueOnce(response('two'))
  const cache = new IceServerCache(fetchServers)
  expect(await cache.load()).toEqual([])
  expect(warn).toHaveBeenCalled()
  expect((await cache.load())[0]?.username).toBe('two')
  warn.mockRestore()
})

test('a connection does not wait for servers beyond the timeout', async () => {
  const connection = fakeConnection('stable')
  await addIceServers(connection.real, () => new Promise(() => {}), 1)
  expect(connection.setConfiguration).not.toHaveBeenCalled()
})

test('a connection keeps its other configuration, and a closed one is left unchanged', async () => {
  const [open, closed] = [fakeConnection('stable'), fakeConnection('closed')]
  const servers = [{ urls: 'turn:turn.example.org' }]
  for (const { real } of [open, closed]) await addIceServers(real, async () => servers)
  expect(open.setConfiguration).toHaveBeenCalledWith({ iceTransportPolicy: 'relay', iceServers: servers })
  expect(closed.setConfiguration).not.toHaveBeenCalled()
})

function fakeConnection(signalingState: RTCSignalingState) {
  const setConfiguration = vi.fn()
  const connection = {
    signalingState,
    getConfiguration: () => ({ iceTransportPolicy: 'relay' }),
    setConfiguration,
  }
  // Boundary: the code under test uses only the members above.
  return { setConfiguration, real: connection as unknown as RTCPeerConnection }
}
