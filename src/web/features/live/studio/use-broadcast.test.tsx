import { act, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'
import { updateStream } from '#shared/streams.ts'
import { cacheEntities } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { stubCalls, errorResponse } from '#web/api/test-network.tsx'
import { testStream } from '#web/api/test-stream.ts'
import { streamStore } from '#web/streams/stream-stores.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { TestMedia, TestPeers } from '#web/features/live/testing/test-peers.ts'
import { useBroadcast } from './use-broadcast.ts'

const STARTED = '2025-11-21T20:00:00Z'
const ENDED = '2025-11-21T21:00:00Z'
const offline = testStream(1, {
  isLive: false,
  startedAt: null,
  viewer: { isOwner: true, canChat: true, isLiked: false, hasReminder: false },
})
const live = { ...offline, isLive: true, startedAt: STARTED }
const ADDRESS = `/api/streams/${offline.id}`

let server: TestSocketServer
let peers: TestPeers
let media: TestMedia[]
/** What the server has stored. */
let record: typeof offline
let isRefusing: boolean
const getUserMedia = vi.fn<() => Promise<MediaStream>>()

beforeEach(() => {
  vi.useFakeTimers()
  server = TestSocketServer.listen()
  peers = new TestPeers()
  media = []
  record = offline
  isRefusing = false
  vi.stubGlobal('RTCPeerConnection', function () {
    return peers.create()
  })
  getUserMedia.mockReset().mockImplementation(async () => {
    const opened = new TestMedia('video', 'audio')
    media.push(opened)
    return opened.stream
  })
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: Object.assign(new EventTarget(), { getUserMedia }),
  })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
  vi.useRealTimers()
})

function serve() {
  return stubCalls({
    'GET /api/live/ice-servers': () => Response.json({ iceServers: [], expiresAt: null }),
    [`GET ${ADDRESS}`]: () => Response.json(record),
    [`PUT ${ADDRESS}`]: ({ body }) => {
      if (isRefusing) return errorResponse(409, { code: 'already_live' })
      record = updateStream.body.parse(body).isLive ? live : { ...offline, endedAt: ENDED }
      return Response.json(record)
    },
  })
}

async function open(stream: typeof offline) {
  record = stream
  const { seen } = serve()
  cacheEntities('streams', [stream])
  const page = renderHook(() => useBroadcast(stream), { wrapper: StrictMode })
  act(() => server.accept())
  await settled()
  return { ...page, seen, now: () => page.result.current }
}

const settled = () => act(() => vi.advanceTimersByTimeAsync(0))
const offers = () => server.received('webrtc_offer').length

async function say(message: Downstream): Promise<void> {
  act(() => server.sendMessage(message))
  await settled()
}

const subscribed = (viewerCount?: number) =>
  say({ type: 'subscribed', streamId: offline.id, ...(viewerCount !== undefined && { viewerCount }) })
const deleted = (messageId: string) =>
  say({ type: 'chat_deleted', streamId: offline.id, data: { messageIds: [messageId] } })

async function reconnect(viewerCount?: number): Promise<void> {
  act(() => server.drop())
  await act(() => vi.advanceTimersByTimeAsync(SOCKET_RECONNECT_MS))
  act(() => server.accept())
  await subscribed(viewerCount)
}

test('a page that was opened shows the camera and sends nothing yet', async () => {
  const { now } = await open(offline)
  expect(now().media).not.toBeNull()
  expect(media.filter(({ isLive }) => isLive)).toHaveLength(1)
  expect(getUserMedia).toHaveBeenCalledWith({ video: { width: 1280, height: 720 }, audio: true })
  expect(peers.all).toHaveLength(0)
})

test('starting tells the server first, then sends', async () => {
  const { now, seen } = await open(offline)
  const starting = act(() => now().start())
  await starting
  await settled()
  expect(seen).toContain(`PUT ${ADDRESS}`)
  expect(now()).toMatchObject({ isBroadcasting: true, stream: { isLive: true, startedAt: STARTED } })
  expect(offers()).toBe(1)
})

test('a start that the server refuses is thrown, and nothing is sent', async () => {
  const { now } = await open(offline)
  isRefusing = true
  await act(() => expect(now().start()).rejects.toMatchObject({ code: 'already_live' }))
  expect(now()).toMatchObject({ isBroadcasting: false, stream: { isLive: false } })
  expect(peers.all).toHaveLength(0)
})

test('a stream that is live already is taken up again, once', async () => {
  const { now } = await open(live)
  expect(media).toHaveLength(0)
  await subscribed()
  await subscribed()
  expect(now()).toMatchObject({ isBroadcasting: true, stream: { isLive: true } })
  expect(offers()).toBe(1)
  expect(peers.open).toHaveLength(1)
})

test('a stream whose page had subscribed before the studio was shown is taken up again', async () => {
  record = live
  serve()
  cacheEntities('streams', [live])
  const close = streamStore(live.id).open()
  act(() => server.accept())
  await subscribed()
  const { result, unmount } = renderHook(() => useBroadcast(live), { wrapper: StrictMode })
  await settled()
  expect(result.current).toMatchObject({ location: 'here', isBroadcasting: true })
  unmount()
  close()
})

test('a live stream goes on when the camera is allowed only at the second try', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  getUserMedia.mockImplementationOnce(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
  const { now } = await open(live)
  await subscribed()
  if (now().error === 'devices') await act(async () => void (await now().session.openMedia()))
  await settled()
  expect(now()).toMatchObject({ isBroadcasting: true, error: null })
  expect(offers()).toBe(1)
})

test('ending gives the camera back, closes the peer and tells the server', async () => {
  const { now } = await open(live)
  await subscribed()
  await act(() => now().end())
  expect(record.isLive).toBe(false)
  expect(now().stream).toMatchObject({ isLive: false, endedAt: ENDED })
  expect(peers.open).toHaveLength(0)
  expect(media.some(({ isLive }) => isLive)).toBe(false)
})

test('leaving the page gives everything back', async () => {
  const { unmount } = await open(live)
  await subscribed()
  unmount()
  queryClient.clear()
  expect(media.some(({ isLive }) => isLive)).toBe(false)
  expect(peers.open).toHaveLength(0)
  expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('a page that is left while it starts goes on air no more', async () => {
  const { now, unmount } = await open(offline)
  const starting = now().start()
  unmount()
  await starting
  await settled()
  expect(peers.all).toHaveLength(0)
  expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true)
})

test('the studio follows viewers, start and end', async () => {
  const { now } = await open(live)
  await subscribed()
  await say({ type: 'viewer_count', streamId: offline.id, data: { viewerCount: 5 } })
  expect(now().stream.viewerCount).toBe(5)
  // Its own pages are no viewers to the broadcaster.
  await say({ type: 'viewer_count', streamId: offline.id, data: { viewerCount: 6, ownerCount: 2 } })
  expect(now().stream.viewerCount).toBe(4)
  await say({ type: 'viewer_count', streamId: offline.id, data: { viewerCount: 5 } })
  await say({ type: 'stream_ended', streamId: offline.id, data: { endedAt: STARTED } })
  expect(now()).toMatchObject({ isBroadcasting: false, stream: { isLive: false } })
  await say({ type: 'stream_started', streamId: offline.id, data: { startedAt: STARTED } })
  expect(now().stream).toMatchObject({ isLive: true, startedAt: STARTED })
})

test('after a reconnect the record is loaded again, once', async () => {
  const { now, seen } = await open(live)
  await subscribed()
  record = { ...live, viewerCount: 7, messagesCount: 30 }
  seen.length = 0
  await reconnect(8)
  await subscribed(8)
  expect(now().stream).toMatchObject({ viewerCount: 8, messagesCount: 30, isLive: true })
  expect(seen).toEqual([`GET ${ADDRESS}`])
  expect(now().isBroadcasting).toBe(true)
})

test('how many watch is what the socket says, also when the record is read later', async () => {
  const { now } = await open(live)
  record = { ...live, viewerCount: 1, maxViewers: 1 }
  act(() => server.sendMessage({ type: 'subscribed', streamId: offline.id, viewerCount: 2 }))
  await say({ type: 'viewer_count', streamId: offline.id, data: { viewerCount: 3 } })
  expect(now().stream).toMatchObject({ viewerCount: 3, maxViewers: 3 })
})

test('who waits for the start is counted among the most at once from the start on', async () => {
  const { now } = await open(offline)
  await subscribed(2)
  expect(now().stream).toMatchObject({ viewerCount: 2, maxViewers: 0 })
  await say({ type: 'stream_started', streamId: offline.id, data: { startedAt: '2025-11-21T19:04:00Z' } })
  expect(now().stream).toMatchObject({ viewerCount: 2, maxViewers: 2 })
})

test('messages that are taken out count no more, asked for once for many', async () => {
  const { now, seen } = await open(live)
  await subscribed()
  record = { ...live, messagesCount: 3 }
  seen.length = 0
  await deleted('one')
  await deleted('two')
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(now().stream.messagesCount).toBe(3)
  expect(seen).toEqual([`GET ${ADDRESS}`])
})

test('a broadcast whose grace ran out while the socket was away is over here too', async () => {
  const { now } = await open(live)
  await subscribed()
  record = offline
  await reconnect()
  expect(now()).toMatchObject({ isBroadcasting: false, stream: { isLive: false } })
  expect(peers.open).toHaveLength(0)
})

test('an answer from before the start does not end it', async () => {
  const { now } = await open(offline)
  let release = () => {}
  const stale = new Promise<Response>((resolve) => {
    release = () => resolve(Response.json(offline))
  })
  stubCalls({ [`GET ${ADDRESS}`]: () => stale, [`PUT ${ADDRESS}`]: () => Response.json(live) })
  await subscribed()
  await act(() => now().start())
  release()
  await settled()
  expect(now()).toMatchObject({ isBroadcasting: true, stream: { isLive: true } })
})

test('a record that cannot be loaded is only logged', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { now } = await open(live)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await subscribed()
  expect(log).toHaveBeenCalledOnce()
  expect(now()).toMatchObject({ isBroadcasting: true, stream: { isLive: true } })
})

const elsewhere = () => say({ type: 'subscribed', streamId: offline.id, source: 'page', isElsewhere: true })
const conflict = () => say({ type: 'error', streamId: offline.id, code: 'conflict', message: 'taken' })
const source = (from: 'page' | 'encoder') =>
  say({ type: 'broadcast_source', streamId: offline.id, data: { source: from } })

test('a stream that another window sends is not taken without asking', async () => {
  const { now } = await open(live)
  await elsewhere()
  expect(now()).toMatchObject({ location: 'elsewhere', isBroadcasting: false })
  expect(getUserMedia).not.toHaveBeenCalled()
  act(() => now().takeOver())
  await settled()
  expect(now()).toMatchObject({ location: 'here', isBroadcasting: true })
  expect(offers()).toBe(1)
})

test('a window whose stream was taken over can take it back', async () => {
  const { now } = await open(live)
  await subscribed()
  await conflict()
  expect(now()).toMatchObject({ location: 'elsewhere', isBroadcasting: false })
  act(() => now().takeOver())
  await settled()
  expect(now()).toMatchObject({ location: 'here', isBroadcasting: true })
  expect(offers()).toBe(2)
})

test('of a stream that comes from an encoder no camera is asked for', async () => {
  const { now } = await open(live)
  await say({ type: 'subscribed', streamId: offline.id, source: 'encoder' })
  expect(now()).toMatchObject({ location: 'encoder', isBroadcasting: false })
  expect(getUserMedia).not.toHaveBeenCalled()
  await say({ type: 'stream_ended', streamId: offline.id, data: { endedAt: STARTED } })
  expect(now()).toMatchObject({ location: 'here', stream: { isLive: false } })
  expect(media.filter(({ isLive }) => isLive)).toHaveLength(1)
})

test('an encoder that begins while the camera is open gives the camera back', async () => {
  const { now } = await open(offline)
  await source('encoder')
  expect(now().location).toBe('encoder')
  expect(media.some(({ isLive }) => isLive)).toBe(false)
  await source('page')
  expect(now().location).toBe('elsewhere')
})

test('after a reconnect an encoder that was there meanwhile does not stop this page, whose offer is on its way', async () => {
  const { now } = await open(live)
  await subscribed()
  act(() => server.drop())
  await act(() => vi.advanceTimersByTimeAsync(SOCKET_RECONNECT_MS))
  act(() => server.accept())
  await say({ type: 'subscribed', streamId: offline.id, source: 'encoder' })
  expect(now()).toMatchObject({ location: 'here', isBroadcasting: true })
  await source('page')
  expect(now()).toMatchObject({ location: 'here', isBroadcasting: true })
})

test('likes, the most at once and another title are followed', async () => {
  const { now } = await open(live)
  await subscribed()
  await say({ type: 'stream_likes', streamId: offline.id, data: { likesCount: 7 } })
  for (const viewerCount of [5, 2])
    await say({ type: 'viewer_count', streamId: offline.id, data: { viewerCount } })
  expect(now().stream).toMatchObject({ likesCount: 7, viewerCount: 2, maxViewers: 5 })
})
