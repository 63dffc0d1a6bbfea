import { afterEach, expect, test, vi } from 'vitest'
import type { IceServers } from '#shared/live.ts'
import { IceServerCache, addIceServers } from './ice-servers.ts'

const HOUR = 60 * 60_000
const answer = (name: string, ms = 6 * HOUR): IceServers => ({
  iceServers: [{ urls: ['turn:turn.example.org'], username: name, credential: 'c' }],
  expiresAt: new Date(Date.now() + ms).toISOString(),
})

afterEach(() => vi.useRealTimers())

test('connections made at once and later share one answer', async () => {
  const ask = vi.fn(async () => answer('one'))
  const cache = new IceServerCache(ask)
  const [first, second] = await Promise.all([cache.load(), cache.load()])
  expect(first).toEqual([{ urls: ['turn:turn.example.org'], username: 'one', credential: 'c' }])
  expect(second).toBe(first)
  expect(await cache.load()).toBe(first)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('credentials are asked for anew before they end', async () => {
  vi.useFakeTimers()
  const ask = vi.fn(async () => answer(`call ${ask.mock.calls.length}`))
  const cache = new IceServerCache(ask)
  await cache.load()
  vi.advanceTimersByTime(5 * HOUR)
  expect((await cache.load())[0]?.username).toBe('call 1')
  vi.advanceTimersByTime(HOUR - 5 * 60_000)
  expect((await cache.load())[0]?.username).toBe('call 2')
})

test('a site without a TURN server is asked once', async () => {
  const ask = vi.fn(async () => ({ iceServers: [], expiresAt: null }))
  const cache = new IceServerCache(ask)
  expect([await cache.load(), await cache.load()]).toEqual([[], []])
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a failed call costs nothing but a warning, and the next connection asks again', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const ask = vi.fn<() => Promise<IceServers>>().mockRejectedValueOnce(new Error('no network'))
  ask.mockResolvedValueOnce(answer('two'))
  const cache = new IceServerCache(ask)
  expect(await cache.load()).toEqual([])
  expect(warned).toHaveBeenCalled()
  expect((await cache.load())[0]?.username).toBe('two')
  warned.mockRestore()
})

test('an answer that does not come is not waited for', async () => {
  const connection = made('stable')
  await addIceServers(connection.real, () => new Promise(() => {}), 1)
  expect(connection.setConfiguration).not.toHaveBeenCalled()
})

test('a connection keeps how it was configured, and one that was closed meanwhile is left alone', async () => {
  const [open, closed] = [made('stable'), made('closed')]
  const servers = [{ urls: 'turn:turn.example.org' }]
  for (const { real } of [open, closed]) await addIceServers(real, async () => servers)
  expect(open.setConfiguration).toHaveBeenCalledWith({ iceTransportPolicy: 'relay', iceServers: servers })
  expect(closed.setConfiguration).not.toHaveBeenCalled()
})

function made(signalingState: RTCSignalingState) {
  const setConfiguration = vi.fn()
  const connection = {
    signalingState,
    getConfiguration: () => ({ iceTransportPolicy: 'relay' }),
    setConfiguration,
  }
  // Boundary: the members above are all that is touched.
  return { setConfiguration, real: connection as unknown as RTCPeerConnection }
}
