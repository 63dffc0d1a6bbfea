import { act, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubCalls } from '#web/api/test-network.tsx'
import type { Stream } from '#shared/live/streams.ts'
import { cacheEntities } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { closeMini } from '#web/features/media/shared/playback/mini-playback.ts'
import { miniPlayback } from '#web/features/media/shared/playback/mini-store.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { TestMedia, TestPeers, TestTrack } from '#web/features/live/live/testing/test-peers.ts'
import { useWatch } from './use-watch.ts'

const stream = testStream(1, { viewerCount: 3, startedAt: '2025-11-21T20:00:00Z' })

let server: TestSocketServer
let peers: TestPeers

beforeEach(() => {
  vi.useFakeTimers()
  cacheEntities('streams', [stream])
  server = TestSocketServer.listen()
  peers = new TestPeers()
  vi.stubGlobal('RTCPeerConnection', function () {
    return peers.create()
  })
  vi.stubGlobal('MediaStream', TestMedia)
  // The DOM of the tests accepts only its own MediaStream class.
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue()
  stubCalls({ 'GET /api/live/ice-servers': () => Response.json({ iceServers: [], expiresAt: null }) })
})
afterEach(() => {
  closeMini()
  queryClient.clear()
  vi.useRealTimers()
})

test('a mounted page joins once; the mini player continues with its media and gives it back; closing the mini player leaves', async () => {
  const { result, unmount } = renderHook(() => useWatch(stream), { wrapper: StrictMode })
  expect(result.current.status).toMatchObject({ isLive: true, viewerCount: 3, startedAt: stream.startedAt })
  expect(result.current.player.media).toBeNull()
  act(() => server.accept())
  expect(server.connections.filter(({ isClosed }) => !isClosed)).toHaveLength(1)
  expect(server.latest.received).toEqual([
    { type: 'subscribe', streamId: stream.id },
    { type: 'join_stream', streamId: stream.id, quality: 'auto' },
  ])

  const offer = { type: 'offer', sdp: 'the offer' } as const
  await act(async () => {
    const data = {
      isLive: true,
      viewerCount: 4,
      startedAt: stream.startedAt,
      isInterrupted: false,
      hasMedia: true,
    }
    server.sendMessage({ type: 'stream_joined', streamId: stream.id, data })
    server.sendMessage({ type: 'webrtc_offer', streamId: stream.id, data: offer, offer })
    await vi.advanceTimersByTimeAsync(0)
  })
  act(() => peers.latest.ontrack?.({ track: new TestTrack('video') }))
  expect(result.current.status.viewerCount).toBe(4)
  expect(result.current.player.media?.getVideoTracks()).toHaveLength(1)

  unmount()
  expect(miniPlayback.get().current).toMatchObject({ url: `/stream/${stream.id}`, isLive: true })
  const again = renderHook(() => useWatch(stream))
  expect(miniPlayback.get().current).toBeNull()
  expect(again.result.current.player.media?.getVideoTracks()).toHaveLength(1)
  again.unmount()
  expect(server.received('leave_stream')).toEqual([])
  closeMini()
  queryClient.clear()
  expect(server.received('leave_stream')).toEqual([{ type: 'leave_stream', streamId: stream.id }])
  expect(server.latest.isClosed).toBe(true)
  expect(peers.open).toHaveLength(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('a stream is not joined before `isEnabled`, but its state is kept up to date', () => {
  const offline = { ...stream, isLive: false }
  cacheEntities('streams', [offline])
  const { result, rerender } = renderHook(({ isEnabled }) => useWatch(stream, { isEnabled }), {
    initialProps: { isEnabled: false },
  })
  act(() => server.accept())
  expect(result.current.player.isLive).toBe(false)
  const data = { startedAt: '2025-11-21T21:00:00Z' }
  act(() => server.sendMessage({ type: 'stream_started', streamId: stream.id, data }))
  expect(result.current).toMatchObject({ status: { isLive: true }, player: { isLive: true } })
  expect(server.received('join_stream')).toHaveLength(0)
  rerender({ isEnabled: true })
  expect(result.current.status.isLive).toBe(true)
  expect(server.received('join_stream')).toHaveLength(1)
})

test('page and mini player show at once that the camera is off, and a page keeps the volume of the mini player', async () => {
  const { result, unmount } = renderHook(() => useWatch(stream))
  act(() => server.accept())
  act(() => server.sendMessage({ type: 'camera_changed', streamId: stream.id, data: { isOn: false } }))
  expect(result.current.player.isVideoOff).toBe(true)
  const offer = { type: 'offer', sdp: 'the offer' } as const
  await act(async () => {
    server.sendMessage({ type: 'webrtc_offer', streamId: stream.id, data: offer, offer })
    await vi.advanceTimersByTimeAsync(0)
  })
  act(() => peers.latest.ontrack?.({ track: new TestTrack('video') }))
  unmount()
  const mini = miniPlayback.get().current
  act(() => server.sendMessage({ type: 'subscribed', streamId: stream.id, isCameraOff: true }))
  expect(mini?.picture?.isOff()).toBe(true)
  act(() => server.sendMessage({ type: 'camera_changed', streamId: stream.id, data: { isOn: true } }))
  expect(mini?.picture?.isOff()).toBe(false)
  if (mini) Object.assign(mini.element, { muted: true, volume: 0.4 })
  const again = renderHook(() => useWatch(stream))
  expect(again.result.current.player.initialSound).toEqual({ volume: 0.4, isMuted: true })
  again.unmount()
})

test('the preview of the broadcaster joins as a preview', () => {
  renderHook(() => useWatch(stream, { isPreview: true }))
  act(() => server.accept())
  expect(server.received('join_stream')).toMatchObject([{ streamId: stream.id, isPreview: true }])
})

test("the viewer count that the owner sees excludes the owner's own pages", async () => {
  for (const isOwner of [true, false]) {
    const record = { ...stream, viewer: { ...stream.viewer, isOwner } }
    cacheEntities('streams', [record])
    const { result, unmount } = renderHook(() => useWatch(record))
    act(() => server.accept())
    const data = { isLive: true, startedAt: stream.startedAt, isInterrupted: false, hasMedia: false }
    const joined = { ...data, viewerCount: 3, ownerCount: 2 }
    act(() => server.sendMessage({ type: 'stream_joined', streamId: stream.id, data: joined }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(result.current.status.viewerCount).toBe(isOwner ? 1 : 3)
    expect(result.current.player.viewerCount).toBe(isOwner ? 1 : 3)
    // Without open pages of the owner the count has no `ownerCount`.
    act(() => server.sendMessage({ type: 'viewer_count', streamId: stream.id, data: { viewerCount: 2 } }))
    expect(result.current.status.viewerCount).toBe(2)
    unmount()
  }
})

test('a stream is over when it was broadcast and is not announced again', () => {
  const isOver = (change: Partial<Stream>) => {
    const ended = { ...stream, isLive: false, ...change }
    cacheEntities('streams', [ended])
    const { result, unmount } = renderHook(() => useWatch(ended))
    unmount()
    return result.current.player.isOver
  }
  const endedAt = '2025-11-21T20:05:00Z'
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString()
  expect(isOver({ endedAt })).toBe(true)
  expect(isOver({ isLive: true })).toBe(false)
  expect(isOver({ startedAt: null })).toBe(false)
  // An ended rehearsal of an announced stream.
  expect(isOver({ endedAt, scheduledFor })).toBe(false)
})
