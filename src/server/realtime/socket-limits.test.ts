import { expect, test, vi } from 'vitest'
import { stopClock } from '#server/testing/stop-clock.ts'
import type { Identity } from './connection.ts'
import { SOCKET_LIMITS, SocketCounter } from './socket-limits.ts'

const WINDOW_MS = SOCKET_LIMITS.floodWindowMs
const visitor: Identity = {
  user: null,
  visitorId: 'a',
  sessionId: null,
  address: '192.0.2.1',
  userAgent: null,
}

function openSocket() {
  const socket = new SocketCounter({ ...SOCKET_LIMITS, flood: 3 }).open(visitor)
  if (!socket) throw new Error('the first socket reached a limit')
  return socket
}

test('a window begins with its first message, and messages during it do not extend it', () => {
  const advance = stopClock()
  const socket = openSocket()
  expect(socket.consume(1)).toBe(true)
  advance(WINDOW_MS - 1)
  expect(socket.consume(1)).toBe(true)
  expect(socket.consume(1)).toBe(false)
  advance(2)
  expect(socket.consume(1)).toBe(true)
})

test('visitor and address are forgotten after the window, without another message', () => {
  const advance = stopClock()
  openSocket().consume(1)
  // One timer for each of socket, address and visitor; the cache also has very short ones.
  advance(100)
  expect(vi.getTimerCount()).toBe(3)
  advance(WINDOW_MS)
  expect(vi.getTimerCount()).toBe(0)
})
