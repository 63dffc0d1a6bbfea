import { act, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'
import { updateStream } from '#shared/live/streams.ts'
import { cacheEntities } from '#web/api/entities.ts'
import { broadcastFigures } from '#web/features/live/shared/streams/broadcast-figures.ts'
import { queryClient } from '#web/api/query-client.ts'
import { stubCalls, errorResponse } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { streamStore } from '#web/features/live/shared/streams/stream-stores.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { TestMedia, TestPeers } from '#web/features/live/live/testing/test-peers.ts'
import { useBroadcast } from './use-broadcast.ts'

const STARTED = '2025-11-21T20:00:00Z'
const ENDED = '2025-11-21T21:00:00Z'
const offline = testStream(1, {
  isLive: false,
  startedAt: null,
  viewer: { isOwner: true, canChat: true, isLiked: false, hasReminder: false },
})
const live = { ...offline, isLive: true, startedAt: STARTED }
const PATH = `/api/streams/${offline.id}`

let server: TestSocketServer
let peers: TestPeers
let media: TestMedia[]
/** The record on the server. */
let record: typeof offline
let isRefusingStart: boolean
const getUserMedia = vi.fn<() => Promise<MediaStream>>()

beforeEach(() => {
  vi.useFakeTimers()
  server = TestSocketServer.listen()
  peers = new TestPeers()
  media = []
  record = offline
  isRefusingStart = false
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
    [`GET ${PATH}`]: () => Response.json(record),
    [`PUT ${PATH}`]: ({ body }) => {
      if (isRefusingStart) return errorResponse(409, { code: 'already_live' })
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
  await flush()
  return { ...page, seen, now: () => page.result.current }
}

const flush = () => act(() => vi.advanceTimersByTimeAsync(0))
const offers = () => server.received('webrtc_offer').length

async function send(message: Downstream): Promise<void> {
  act(() => server.sendMessage(message))
  await flush()
}

const sendSubscribed = (viewerCount?: number) =>
  send({ type: 'subscribed', streamId: offline.id, ...(viewerCount !== undefined && { viewerCount }) })
const sendDeleted = (messageId: string) =>
  send({ type: 'chat_deleted', streamId: offline.id, data: { messageIds: [messageId] } })

async function reconnect(viewerCount?: number): Promise<void> {
  act(() => server.drop())
  await act(() => vi.advanceTimersByTimeAsync(SOCKET_RECONNECT_MS))
  act(() => server.accept())
  await sendSubscribed(viewerCount)
}

test('an opened page shows the camera and does not send yet', async () => {
  const { now } = await open(offline)
  expect(now().media).not.toBeNull()
  expect(media.filter(({ isLive }) => isLive)).toHaveLength(1)
  expect(getUserMedia).toHaveBeenCalledWith({ video: { width: 1280, height: 720 }, audio: true })
  expect(peers.all).toHaveLength(0)
})

test('a start updates the server first, then sends', async () => {
  const { now, seen } = await open(offline)
  const starting = act(() => now().start())
  await starting
  await flush()
  expect(seen).toContain(`PUT ${PATH}`)
  expect(now()).toMatchObject({ isBroadcasting: true, stream: { isLive: true, startedAt: STARTED } })
  expect(offers()).toBe(1)
})

test('a start that the server refuses throws, and nothing is sent', async () => {
  const { now } = await open(offline)
  isRefusingStart = true
  await act(() => expect(now().start()).rejects.toMatchObject({ code: 'already_live' }))
  expect(now()).toMatchObject({ isBroadcasting: false, stream: { isLive: false } })
  expect(peers.all).toHaveLength(0)
})

test('a stream that is already live is resumed once', async () => {
  const { now } = await open(live)
  expect(media).toHaveLength(0)
  await sendSubscribed()
  await sendSubscribed()
  expect(now()).toMatchObject({ isBroadcasting: true, stream: { isLive: true } })
  expect(offers()).toBe(1)
  expect(peers.open).toHaveLength(1)
})

test('a stream is resumed when its page had subscribed before the studio was mounted', async () => {
  record = live
  serve()
  cacheEntities('streams', [live])
  const close = streamStore(live.id).open()
  act(() => server.accept())
  await sendSubscribed()
  const { result, unmount } = renderHook(() => useBroadcast(live), { wrapper: StrictMode })
  await flush()
  expect(result.current).toMatchObject({ location: 'here', isBroadcasting: true })
  unmount()
  close()
})

test('a live stream resumes when the camera is allowed at the second attempt', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  getUserMedia.mockImplementationOnce(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
  const { now } = await open(live)
  await sendSubscribed()
  if (now().error === 'devices') await act(async () => void (await now().session.openMedia()))
  await flush()
  expect(now()).toMatchObject({ isBroadcasting: true, error: null })
  expect(offers()).toBe(1)
})

test('ending releases the camera, closes the peer and updates the server', async () => {
  const { now } = await open(live)
  await sendSubscribed()
  await act(() => now().end())
  expect(record.isLive).toBe(false)
  expect(now().stream).toMatchObject({ isLive: false, endedAt: ENDED })
  expect(peers.open).toHaveLength(0)
  expect(media.some(({ isLive }) => isLive)).toBe(false)
})

test('leaving the page releases everything', async () => {
  const { unmount } = await open(live)
  await sendSubscribed()
  unmount()
  queryClient.clear()
  expect(media.some(({ isLive }) => isLive)).toBe(false)
  expect(peers.open).toHaveLength(0)
  expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('a page that is left during the start does not go on air', async () => {
  const { now, unmount } = await open(offline)
  const starting = now().start()
  unmount()
  await starting
  await flush()
  expect(peers.all).toHaveLength(0)
  expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true)
})

test('viewer count, start and end are applied', async () => {
  const { now } = await open(live)
  await sendSubscribed()
  await send({ type: 'viewer_count', streamId: offline.id, data: { viewerCount: 5 } })
  expect(now().stream.viewerCount).toBe(5)
  // The broadcaster's own pages do not count as viewers.
  await send({ type: 'viewer_count', streamId: offline.id, data: { viewerCount: 6, ownerCount: 2 } })
  expect(now().stream.viewerCount).toBe(4)
  await send({ type: 'viewer_count', streamId: offline.id, data: { viewerCount: 5 } })
  await send({ type: 'stream_ended', streamId: offline.id, data: { endedAt: STARTED } })
  expect(now()).toMatchObject({ isBroadcasting: false, stream: { isLive: false } })
  await send({ type: 'stream_started', streamId: offline.id, data: { startedAt: STARTED } })
  expect(now().stream).toMatchObject({ isLive: true, startedAt: STARTED })
})

test('after a reconnect the record is loaded once', async () => {
  const { now, seen } = await open(live)
  await sendSubscribed()
  record = { ...live, viewerCount: 7, messagesCount: 30 }
  seen.length = 0
  await reconnect(8)
  await sendSubscribed(8)
  expect(now().stream).toMatchObject({ viewerCount: 8, messagesCount: 30, isLive: true })
  expect(seen).toEqual([`GET ${PATH}`])
  expect(now().isBroadcasting).toBe(true)
})

test('the viewer count of the socket wins over a record that is loaded later', async () => {
  const { now } = await open(live)
  record = { ...live, viewerCount: 1, maxViewers: 1 }
  act(() => server.sendMessage({ type: 'subscribed', streamId: offline.id, viewerCount: 2 }))
  await send({ type: 'viewer_count', streamId: offline.id, data: { viewerCount: 3 } })
  expect(now().stream).toMatchObject({ viewerCount: 3, maxViewers: 3 })
})

test('viewers who wait for the start count towards the peak once it starts', async () => {
  const { now } = await open(offline)
  await sendSubscribed(2)
  expect(now().stream).toMatchObject({ viewerCount: 2, maxViewers: 0 })
  await send({ type: 'stream_started', streamId: offline.id, data: { startedAt: '2025-11-21T19:04:00Z' } })
  expect(now().stream).toMatchObject({ viewerCount: 2, maxViewers: 2, peakViewers: 2 })
})

test('the figures of a new broadcast begin at nothing, whatever the stream had before', async () => {
  const before = { maxViewers: 40, peakViewers: 40, likesCount: 9, messagesCount: 30 }
  const { now } = await open({ ...offline, ...before, startedAt: STARTED })
  await sendSubscribed(1)
  record = { ...record, startedAt: '2025-11-22T19:04:00.000Z', isLive: true, peakViewers: 1 }
  record = { ...record, atStart: { likesCount: 8, messagesCount: 30, tipsTotal: '0.00' } }
  await send({
    type: 'stream_started',
    streamId: offline.id,
    data: { startedAt: '2025-11-22T19:04:00.000Z' },
  })
  expect(now().stream).toMatchObject({ peakViewers: 1, maxViewers: 40 })
  expect(broadcastFigures(now().stream)).toEqual({ likes: 0, messages: 0, tips: '0.00' })
  // A page that missed the last like before the start gets it from the server.
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(broadcastFigures(now().stream)).toMatchObject({ likes: 1, messages: 0 })
})

test('deleted messages are not counted; several deletions load the record once', async () => {
  const { now, seen } = await open(live)
  await sendSubscribed()
  record = { ...live, messagesCount: 3 }
  seen.length = 0
  await sendDeleted('one')
  await sendDeleted('two')
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(now().stream.messagesCount).toBe(3)
  expect(seen).toEqual([`GET ${PATH}`])
})

test('a broadcast that the server ended while the socket was lost also ends here', async () => {
  const { now } = await open(live)
  await sendSubscribed()
  record = offline
  await reconnect()
  expect(now()).toMatchObject({ isBroadcasting: false, stream: { isLive: false } })
  expect(peers.open).toHaveLength(0)
})

test('a stale record from before the start does not end the broadcast', async () => {
  const { now } = await open(offline)
  let release = () => {}
  const stale = new Promise<Response>((resolve) => {
    release = () => resolve(Response.json(offline))
  })
  stubCalls({ [`GET ${PATH}`]: () => stale, [`PUT ${PATH}`]: () => Response.json(live) })
  await sendSubscribed()
  await act(() => now().start())
  release()
  await flush()
  expect(now()).toMatchObject({ isBroadcasting: true, stream: { isLive: true } })
})

test('a failed load of the record is only logged', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { now } = await open(live)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await sendSubscribed()
  expect(log).toHaveBeenCalledOnce()
  expect(now()).toMatchObject({ isBroadcasting: true, stream: { isLive: true } })
})

const reportElsewhere = () =>
  send({ type: 'subscribed', streamId: offline.id, source: 'page', isElsewhere: true })
const sendConflict = () => send({ type: 'error', streamId: offline.id, code: 'conflict', message: 'taken' })
const reportSource = (from: 'page' | 'encoder') =>
  send({ type: 'broadcast_source', streamId: offline.id, data: { source: from } })

test('a broadcast of another window is not taken over without a confirmation', async () => {
  const { now } = await open(live)
  await reportElsewhere()
  expect(now()).toMatchObject({ location: 'elsewhere', isBroadcasting: false })
  expect(getUserMedia).not.toHaveBeenCalled()
  act(() => now().takeOver())
  await flush()
  expect(now()).toMatchObject({ location: 'here', isBroadcasting: true })
  expect(offers()).toBe(1)
})

test('a window can take a broadcast back after another took it over', async () => {
  const { now } = await open(live)
  await sendSubscribed()
  await sendConflict()
  expect(now()).toMatchObject({ location: 'elsewhere', isBroadcasting: false })
  act(() => now().takeOver())
  await flush()
  expect(now()).toMatchObject({ location: 'here', isBroadcasting: true })
  expect(offers()).toBe(2)
})

test('the camera is not opened while an encoder broadcasts', async () => {
  const { now } = await open(live)
  await send({ type: 'subscribed', streamId: offline.id, source: 'encoder' })
  expect(now()).toMatchObject({ location: 'encoder', isBroadcasting: false })
  expect(getUserMedia).not.toHaveBeenCalled()
  await send({ type: 'stream_ended', streamId: offline.id, data: { endedAt: STARTED } })
  expect(now()).toMatchObject({ location: 'here', stream: { isLive: false } })
  expect(media.filter(({ isLive }) => isLive)).toHaveLength(1)
})

test('an encoder that starts while the camera is open releases the camera', async () => {
  const { now } = await open(offline)
  await reportSource('encoder')
  expect(now().location).toBe('encoder')
  expect(media.some(({ isLive }) => isLive)).toBe(false)
  await reportSource('page')
  expect(now().location).toBe('elsewhere')
})

test('after a reconnect, a temporary encoder does not stop this page while its own offer is pending', async () => {
  const { now } = await open(live)
  await sendSubscribed()
  act(() => server.drop())
  await act(() => vi.advanceTimersByTimeAsync(SOCKET_RECONNECT_MS))
  act(() => server.accept())
  await send({ type: 'subscribed', streamId: offline.id, source: 'encoder' })
  expect(now()).toMatchObject({ location: 'here', isBroadcasting: true })
  await reportSource('page')
  expect(now()).toMatchObject({ location: 'here', isBroadcasting: true })
})

test('likes and peak viewers are applied', async () => {
  const { now } = await open(live)
  await sendSubscribed()
  await send({ type: 'stream_likes', streamId: offline.id, data: { likesCount: 7, likesAtStart: 0 } })
  for (const viewerCount of [5, 2])
    await send({ type: 'viewer_count', streamId: offline.id, data: { viewerCount } })
  expect(now().stream).toMatchObject({ likesCount: 7, viewerCount: 2, maxViewers: 5 })
})
