import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLOSE_CODES, SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import { Socket } from './socket.ts'
import { TestServer } from './test-server.ts'

const PING_MS = 10_000
const REST_MS = 30_000
const onSignedOut = vi.fn()
const STREAM = '0198c1d2-0000-7000-8000-000000000001'

let server: TestServer
let socket: Socket

beforeEach(() => {
  vi.useFakeTimers()
  server = new TestServer()
  onSignedOut.mockClear()
  socket = new Socket({ open: server.open, pingMs: PING_MS, restMs: REST_MS, onSignedOut })
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTime(ms)

test('it is open while somebody holds it, once for all of them', () => {
  const first = socket.hold()
  const second = socket.hold()
  server.accept()
  expect(server.connections).toHaveLength(1)
  expect(socket.state.get()).toEqual({ isConnected: true, connection: 1, failure: null })

  first()
  first()
  expect(server.latest.isClosed).toBe(false)
  second()
  expect(server.latest.isClosed).toBe(true)
  expect(socket.state.get().isConnected).toBe(false)
})

test('nothing runs on after the last one let it go', () => {
  const removed = vi.spyOn(globalThis, 'removeEventListener')
  const release = socket.hold()
  server.accept()
  release()
  expect(vi.getTimerCount()).toBe(0)
  expect(removed).toHaveBeenCalledWith('online', expect.any(Function))
  pass(SOCKET_RECONNECT_MS)
  expect(server.connections).toHaveLength(1)
})

test('held, let go and held again before it opened, only the second connection counts', () => {
  socket.hold()()
  const [abandoned] = server.connections
  socket.hold()
  abandoned?.onopen?.()
  expect(socket.state.get().isConnected).toBe(false)
  server.accept()
  abandoned?.onclose?.({ code: 1006 })
  expect(socket.state.get()).toEqual({ isConnected: true, connection: 1, failure: null })
  expect(server.connections).toHaveLength(2)
})

test('it says false instead of keeping a message that cannot be sent', () => {
  socket.hold()
  expect(socket.send({ type: 'subscribe', streamId: STREAM })).toBe(false)
  server.accept()
  expect(socket.send({ type: 'subscribe', streamId: STREAM })).toBe(true)
  expect(server.latest.heard).toEqual([{ type: 'subscribe', streamId: STREAM }])
})

test('three seconds after it closed it reconnects, again and again', () => {
  socket.hold()
  server.accept()
  server.drop()
  expect(socket.state.get()).toEqual({ isConnected: false, connection: 1, failure: 'lost' })
  pass(SOCKET_RECONNECT_MS - 1)
  expect(server.connections).toHaveLength(1)
  pass(1)
  expect(server.connections).toHaveLength(2)
  server.drop()
  pass(SOCKET_RECONNECT_MS)
  expect(server.connections).toHaveLength(3)
  server.accept()
  expect(socket.state.get()).toEqual({ isConnected: true, connection: 2, failure: null })
})

test('it reconnects at once when the browser comes online', () => {
  socket.hold()
  server.accept()
  dispatchEvent(new Event('online'))
  expect(server.connections).toHaveLength(1)
  server.drop()
  dispatchEvent(new Event('online'))
  expect(server.connections).toHaveLength(2)
  pass(SOCKET_RECONNECT_MS)
  expect(server.connections).toHaveLength(2)
})

test('when the network changed, a connection that answers stays and a dead one goes within seconds', () => {
  socket.hold()
  server.accept()
  dispatchEvent(new Event('online'))
  pass(PING_MS / 2)
  expect(server.latest.isClosed).toBe(false)
  server.isSilent = true
  dispatchEvent(new Event('online'))
  pass(PING_MS / 2)
  expect(server.latest.isClosed).toBe(true)
  expect(socket.state.get().failure).toBe('lost')
})

test('after a sleep of the machine a dead connection goes within seconds', () => {
  socket.hold()
  server.accept()
  server.isSilent = true
  vi.setSystemTime(Date.now() + 3_600_000)
  pass(PING_MS + PING_MS / 2)
  expect(server.latest.isClosed).toBe(true)
})

test.each([
  ['floods', CLOSE_CODES.flood],
  ['has too many sockets', CLOSE_CODES.tryLater],
])('a page that %s comes back after a rest', (_, code) => {
  socket.hold()
  server.accept()
  server.drop(code)
  expect(socket.state.get()).toMatchObject({ isConnected: false, failure: 'lost' })
  pass(REST_MS - 1)
  expect(server.connections).toHaveLength(1)
  pass(1)
  expect(server.connections).toHaveLength(2)
})

test('who spoke for another does not come back', () => {
  const release = socket.hold()
  server.accept()
  server.drop(CLOSE_CODES.forbidden)
  expect(socket.state.get().failure).toBe('refused')
  dispatchEvent(new Event('online'))
  pass(10 * REST_MS)
  expect(server.connections).toHaveLength(1)
  release()
  socket.hold()
  expect(server.connections).toHaveLength(2)
})

test('the end of the session is told, and the page comes back as a visitor', () => {
  socket.hold()
  server.accept()
  server.drop()
  expect(onSignedOut).not.toHaveBeenCalled()
  pass(SOCKET_RECONNECT_MS)
  server.accept()
  server.drop(CLOSE_CODES.signedOut)
  expect(onSignedOut).toHaveBeenCalledOnce()
  pass(SOCKET_RECONNECT_MS)
  expect(server.connections).toHaveLength(3)
})

test('a browser that refuses to make a socket is asked again later', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  let isRefusing = true
  socket = new Socket({
    open: () => {
      if (isRefusing) throw new DOMException('no', 'SecurityError')
      return server.open()
    },
  })
  socket.hold()
  expect(socket.state.get()).toEqual({ isConnected: false, connection: 0, failure: 'init' })
  expect(log).toHaveBeenCalled()
  isRefusing = false
  pass(SOCKET_RECONNECT_MS)
  server.accept()
  expect(socket.state.get().failure).toBeNull()
})

test('a connection that answers pings stays, however quiet it is', () => {
  socket.hold()
  server.accept()
  pass(10 * PING_MS)
  expect(server.connections).toHaveLength(1)
  expect(server.latest.isClosed).toBe(false)
  expect(server.heard('ping').length).toBeGreaterThan(5)
})

test('a connection that is silent to a ping is dead, and what it says afterwards is not heard', () => {
  const listener = vi.fn()
  socket.hold()
  socket.onMessage(listener)
  server.accept()
  const dead = server.latest
  server.isSilent = true
  pass(2 * PING_MS)
  expect(dead.isClosed).toBe(true)
  expect(socket.state.get()).toMatchObject({ isConnected: false, failure: 'lost' })
  server.say({ type: 'subscribed', streamId: STREAM }, dead)
  expect(listener).not.toHaveBeenCalled()
  pass(SOCKET_RECONNECT_MS)
  expect(server.connections).toHaveLength(2)
})

test('a connection that never opens is given up', () => {
  socket.hold()
  pass(PING_MS)
  expect(server.latest.isClosed).toBe(true)
  pass(SOCKET_RECONNECT_MS)
  expect(server.connections).toHaveLength(2)
})

test('listeners hear every message but pongs, until they end', () => {
  const listener = vi.fn()
  socket.hold()
  const end = socket.onMessage(listener)
  server.accept()
  server.say({ type: 'pong' })
  server.say({ type: 'subscribed', streamId: STREAM })
  end()
  server.say({ type: 'subscribed', streamId: STREAM })
  expect(listener.mock.calls).toEqual([[{ type: 'subscribed', streamId: STREAM }]])
})

test('work for each connection is done once on each, also on the one that is there', () => {
  const early = vi.fn()
  const late = vi.fn()
  socket.hold()
  const end = socket.onConnected(early)
  expect(early).not.toHaveBeenCalled()
  server.accept()
  socket.onConnected(late)
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([1, 1])
  server.drop()
  pass(SOCKET_RECONNECT_MS)
  server.accept()
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([2, 2])
  end()
  server.drop()
  pass(SOCKET_RECONNECT_MS)
  server.accept()
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([2, 3])
})
