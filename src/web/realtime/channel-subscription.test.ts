import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Cursor } from '#shared/socket.ts'
import { ChannelSubscription } from './channel-subscription.ts'
import { Socket } from './socket.ts'
import { TestSocketServer } from './test-socket-server.ts'

const SPREAD_MS = 1000
const MAX_GAP_MS = 60_000
const reload = vi.fn<() => Promise<Cursor>>()
let server: TestSocketServer
let socket: Socket
let release: () => void
const opened: ChannelSubscription[] = []

beforeEach(() => {
  vi.useFakeTimers()
  reload.mockReset().mockResolvedValue('reloaded')
  server = new TestSocketServer()
  socket = new Socket({ open: server.open })
  release = socket.acquire()
  server.accept()
})
afterEach(() => {
  for (const subscription of opened.splice(0)) subscription.close()
  release()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

function subscribe(cursor: Cursor, target = { channel: 'feed' } as const): ChannelSubscription {
  const snapshot = { cursor, at: Date.now() }
  const subscription = new ChannelSubscription({
    target,
    socket,
    snapshot,
    reload,
    maxGapMs: MAX_GAP_MS,
    spreadMs: SPREAD_MS,
  })
  opened.push(subscription)
  subscription.subscribe()
  return subscription
}

const sinceOf = () => server.received('subscribe_channel').map(({ since }) => since)
const reconnect = (subscription: ChannelSubscription) => {
  subscription.disconnect()
  subscription.subscribe()
}

test('a subscription continues from the snapshot, and after a reconnect from the last item that arrived', () => {
  const subscription = subscribe('first')
  expect(subscription.isCurrent).toBe(true)
  subscription.advance('second')
  subscription.disconnect()
  // An item that this page adds while others may be missing.
  subscription.advance('own')
  subscription.subscribe()
  expect(sinceOf()).toEqual(['first', 'second'])
  expect(reload).not.toHaveBeenCalled()
})

test('it is current, and moves on, only after the reply', () => {
  server.repliesTo = () => []
  const subscription = subscribe('first')
  subscription.advance('second')
  expect(subscription.isCurrent).toBe(false)
  const reply = { type: 'channel_subscribed', channel: 'feed', mustReload: false } as const
  for (const other of [{ since: 'other' }, { since: 'first', channel: 'circle' }] as const)
    server.sendMessage({ ...reply, cursor: 'x', ...other })
  expect(subscription.isCurrent).toBe(false)
  server.sendMessage({ ...reply, since: 'first', cursor: 'third' })
  expect(subscription.isCurrent).toBe(true)
  reconnect(subscription)
  expect(sinceOf()).toEqual(['first', 'third'])
})

test('the first reload is immediate, and those after a reconnect are spread', async () => {
  server.missedSince = () => null
  const subscription = subscribe('first')
  expect(reload).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(0)
  expect(subscription.isCurrent).toBe(true)
  reconnect(subscription)
  expect(sinceOf()).toEqual(['first', 'reloaded'])
  expect(reload).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(SPREAD_MS)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('after a failed reload the next connection reloads, whatever has arrived since', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  server.missedSince = () => null
  reload.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const subscription = subscribe('first')
  await vi.advanceTimersByTimeAsync(0)
  expect(subscription.isCurrent).toBe(false)
  subscription.advance('second')
  server.missedSince = () => []
  reconnect(subscription)
  expect(sinceOf()).toEqual(['first', undefined])
  await vi.advanceTimersByTimeAsync(SPREAD_MS)
  expect(reload).toHaveBeenCalledTimes(2)
  expect(subscription.isCurrent).toBe(true)
})

test('a reload that ends after the connection was lost does not make the page current', async () => {
  server.missedSince = () => null
  const subscription = subscribe('first')
  subscription.disconnect()
  await vi.advanceTimersByTimeAsync(0)
  expect(subscription.isCurrent).toBe(false)
  server.missedSince = () => []
  subscription.subscribe()
  expect(sinceOf()).toEqual(['first', 'reloaded'])
})

test('after a long disconnection the page reloads', async () => {
  const subscription = subscribe('first')
  vi.advanceTimersByTime(2 * MAX_GAP_MS)
  reconnect(subscription)
  subscription.disconnect()
  vi.advanceTimersByTime(MAX_GAP_MS + 1)
  subscription.subscribe()
  expect(sinceOf()).toEqual(['first', 'first', undefined])
  await vi.advanceTimersByTimeAsync(SPREAD_MS)
  expect(reload).toHaveBeenCalledTimes(1)
})

test.each(['rate_limited', 'unavailable'] as const)(
  'a subscription refused with %s is repeated when the server allows it',
  (code) => {
    server.repliesTo = () => []
    subscribe('first')
    const refusal = { type: 'error', requestType: 'subscribe_channel', channel: 'feed', message: '' } as const
    server.sendMessage({ ...refusal, code, retryAfter: 5 })
    vi.advanceTimersByTime(4999)
    expect(sinceOf()).toEqual(['first'])
    vi.advanceTimersByTime(SPREAD_MS + 1)
    expect(sinceOf()).toEqual(['first', 'first'])
    server.sendMessage({ ...refusal, code: 'not_found' })
    vi.advanceTimersByTime(8000)
    expect(sinceOf()).toHaveLength(2)
  },
)

test('the channel is left with its last subscription', () => {
  const [one, other] = [subscribe('first'), subscribe('second')]
  one.close()
  expect(server.received('unsubscribe_channel')).toEqual([])
  other.close()
  expect(server.received('unsubscribe_channel')).toEqual([{ type: 'unsubscribe_channel', channel: 'feed' }])
  opened.length = 0
})
