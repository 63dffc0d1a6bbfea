import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLOSE_CODES, SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import { Socket } from './socket.ts'
import { TestSocketServer } from './test-socket-server.ts'

const PING_MS = 10_000
const BACKOFF_MS = 30_000
const onSignedOut = vi.fn()
const STREAM = '0198c1d2-0000-7000-8000-000000000001'

let server: TestSocketServer
let socket: Socket

beforeEach(() => {
  vi.useFakeTimers()
  server = new TestSocketServer()
  onSignedOut.mockClear()
  socket = new Socket({ open: server.open, pingMs: PING_MS, backoffMs: BACKOFF_MS, onSignedOut })
})
afterEach(() => {
  vi.useRealTimers()
})

const advance = (ms: number) => vi.advanceTimersByTime(ms)

test('all callers share one connection, which is open while the socket is acquired', () => {
  const releaseFirst = socket.acquire()
  const releaseSecond = socket.acquire()
  server.accept()
  expect(server.connections).toHaveLength(1)
  expect(socket.state.get()).toEqual({ isConnected: true, connection: 1, failure: null })

  releaseFirst()
  releaseFirst()
  expect(server.latest.isClosed).toBe(false)
  releaseSecond()
  expect(server.latest.isClosed).toBe(true)
  expect(socket.state.get().isConnected).toBe(false)
})

test('the last release stops all timers and listeners', () => {
  const removed = vi.spyOn(globalThis, 'removeEventListener')
  const release = socket.acquire()
  server.accept()
  release()
  expect(vi.getTimerCount()).toBe(0)
  expect(removed).toHaveBeenCalledWith('online', expect.any(Function))
  advance(SOCKET_RECONNECT_MS)
  expect(server.connections).toHaveLength(1)
})

test('if the socket is released and acquired again before it opened, only the second connection counts', () => {
  socket.acquire()()
  const [abandoned] = server.connections
  socket.acquire()
  abandoned?.onopen?.()
  expect(socket.state.get().isConnected).toBe(false)
  server.accept()
  abandoned?.onclose?.({ code: 1006 })
  expect(socket.state.get()).toEqual({ isConnected: true, connection: 1, failure: null })
  expect(server.connections).toHaveLength(2)
})

test('send returns false without a connection, and does not queue the message', () => {
  socket.acquire()
  expect(socket.send({ type: 'subscribe', streamId: STREAM })).toBe(false)
  server.accept()
  expect(socket.send({ type: 'subscribe', streamId: STREAM })).toBe(true)
  expect(server.latest.received).toEqual([{ type: 'subscribe', streamId: STREAM }])
})

test('the socket reconnects three seconds after each close', () => {
  socket.acquire()
  server.accept()
  server.drop()
  expect(socket.state.get()).toEqual({ isConnected: false, connection: 1, failure: 'lost' })
  advance(SOCKET_RECONNECT_MS - 1)
  expect(server.connections).toHaveLength(1)
  advance(1)
  expect(server.connections).toHaveLength(2)
  server.drop()
  advance(SOCKET_RECONNECT_MS)
  expect(server.connections).toHaveLength(3)
  server.accept()
  expect(socket.state.get()).toEqual({ isConnected: true, connection: 2, failure: null })
})

test('the socket reconnects immediately when the browser comes online', () => {
  socket.acquire()
  server.accept()
  dispatchEvent(new Event('online'))
  expect(server.connections).toHaveLength(1)
  server.drop()
  dispatchEvent(new Event('online'))
  expect(server.connections).toHaveLength(2)
  advance(SOCKET_RECONNECT_MS)
  expect(server.connections).toHaveLength(2)
})

test('after a network change a live connection stays, and a dead one is closed within seconds', () => {
  socket.acquire()
  server.accept()
  dispatchEvent(new Event('online'))
  advance(PING_MS / 2)
  expect(server.latest.isClosed).toBe(false)
  server.ignoresPings = true
  dispatchEvent(new Event('online'))
  advance(PING_MS / 2)
  expect(server.latest.isClosed).toBe(true)
  expect(socket.state.get().failure).toBe('lost')
})

test('after a sleep of the machine a dead connection is closed within seconds', () => {
  socket.acquire()
  server.accept()
  server.ignoresPings = true
  vi.setSystemTime(Date.now() + 3_600_000)
  advance(PING_MS + PING_MS / 2)
  expect(server.latest.isClosed).toBe(true)
})

test.each([
  ['flooding', CLOSE_CODES.flood],
  ['too many sockets', CLOSE_CODES.tryLater],
])('after a close for %s the socket reconnects with a longer delay', (_, code) => {
  socket.acquire()
  server.accept()
  server.drop(code)
  expect(socket.state.get()).toMatchObject({ isConnected: false, failure: 'lost' })
  advance(BACKOFF_MS - 1)
  expect(server.connections).toHaveLength(1)
  advance(1)
  expect(server.connections).toHaveLength(2)
})

test('after a close for a wrong user id the socket does not reconnect', () => {
  const release = socket.acquire()
  server.accept()
  server.drop(CLOSE_CODES.forbidden)
  expect(socket.state.get().failure).toBe('refused')
  dispatchEvent(new Event('online'))
  advance(10 * BACKOFF_MS)
  expect(server.connections).toHaveLength(1)
  release()
  socket.acquire()
  expect(server.connections).toHaveLength(2)
})

test('the end of the session is reported, and the socket reconnects as a visitor', () => {
  socket.acquire()
  server.accept()
  server.drop()
  expect(onSignedOut).not.toHaveBeenCalled()
  advance(SOCKET_RECONNECT_MS)
  server.accept()
  server.drop(CLOSE_CODES.signedOut)
  expect(onSignedOut).toHaveBeenCalledOnce()
  advance(SOCKET_RECONNECT_MS)
  expect(server.connections).toHaveLength(3)
})

test('opening the socket is retried if the WebSocket constructor throws', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  let throws = true
  socket = new Socket({
    open: () => {
      if (throws) throw new DOMException('no', 'SecurityError')
      return server.open()
    },
  })
  socket.acquire()
  expect(socket.state.get()).toEqual({ isConnected: false, connection: 0, failure: 'init' })
  expect(log).toHaveBeenCalled()
  throws = false
  advance(SOCKET_RECONNECT_MS)
  server.accept()
  expect(socket.state.get().failure).toBeNull()
})

test('an idle connection that answers pings stays open', () => {
  socket.acquire()
  server.accept()
  advance(10 * PING_MS)
  expect(server.connections).toHaveLength(1)
  expect(server.latest.isClosed).toBe(false)
  expect(server.received('ping').length).toBeGreaterThan(5)
})

test('a connection that does not answer a ping is closed, and its later messages are ignored', () => {
  const listener = vi.fn()
  socket.acquire()
  socket.onMessage(listener)
  server.accept()
  const dead = server.latest
  server.ignoresPings = true
  advance(2 * PING_MS)
  expect(dead.isClosed).toBe(true)
  expect(socket.state.get()).toMatchObject({ isConnected: false, failure: 'lost' })
  server.sendMessage({ type: 'subscribed', streamId: STREAM }, dead)
  expect(listener).not.toHaveBeenCalled()
  advance(SOCKET_RECONNECT_MS)
  expect(server.connections).toHaveLength(2)
})

test('a connection that never opens is closed and replaced', () => {
  socket.acquire()
  advance(PING_MS)
  expect(server.latest.isClosed).toBe(true)
  advance(SOCKET_RECONNECT_MS)
  expect(server.connections).toHaveLength(2)
})

test('listeners receive every message but pongs, until they are removed', () => {
  const listener = vi.fn()
  socket.acquire()
  const removeListener = socket.onMessage(listener)
  server.accept()
  server.sendMessage({ type: 'pong' })
  server.sendMessage({ type: 'subscribed', streamId: STREAM })
  removeListener()
  server.sendMessage({ type: 'subscribed', streamId: STREAM })
  expect(listener.mock.calls).toEqual([[{ type: 'subscribed', streamId: STREAM }]])
})

test('onConnected calls back once per connection, and immediately for the current one', () => {
  const early = vi.fn()
  const late = vi.fn()
  socket.acquire()
  const unsubscribe = socket.onConnected(early)
  expect(early).not.toHaveBeenCalled()
  server.accept()
  socket.onConnected(late)
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([1, 1])
  server.drop()
  advance(SOCKET_RECONNECT_MS)
  server.accept()
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([2, 2])
  unsubscribe()
  server.drop()
  advance(SOCKET_RECONNECT_MS)
  server.accept()
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([2, 3])
})
