import { act, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '#web/api/test-network.tsx'
import { testUser } from '#web/api/test-people.ts'
import { TestServer } from '#web/realtime/test-server.ts'
import { TestMedia, TestPeers, TestTrack } from './test-peers.ts'
import { useWatch } from './use-watch.ts'

const stream = {
  id: '0198c1d2-0000-7000-8000-000000000001',
  isLive: true,
  viewerCount: 3,
  startedAt: '2025-11-21T20:00:00Z',
  streamer: testUser(1),
}

let server: TestServer
let peers: TestPeers

beforeEach(() => {
  vi.useFakeTimers()
  server = TestServer.listen()
  peers = new TestPeers()
  vi.stubGlobal('RTCPeerConnection', function () {
    return peers.create()
  })
  vi.stubGlobal('MediaStream', TestMedia)
  answerCalls({ 'GET /api/live/ice-servers': () => Response.json({ iceServers: [], expiresAt: null }) })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a page that is open has joined once and shows what comes; left, it has gone', async () => {
  const { result, unmount } = renderHook(() => useWatch(stream), { wrapper: StrictMode })
  expect(result.current.now).toMatchObject({ isLive: true, viewerCount: 3, startedAt: stream.startedAt })
  expect(result.current.player.media).toBeNull()
  act(() => server.accept())
  expect(server.connections.filter(({ isClosed }) => !isClosed)).toHaveLength(1)
  expect(server.latest.heard).toEqual([{ type: 'join_stream', streamId: stream.id, quality: 'auto' }])

  const offer = { type: 'offer', sdp: 'the offer' } as const
  await act(async () => {
    const data = { isLive: true, viewerCount: 4, startedAt: stream.startedAt, isInterrupted: false }
    server.say({ type: 'stream_joined', streamId: stream.id, data })
    server.say({ type: 'webrtc_offer', streamId: stream.id, data: offer, offer })
    await vi.advanceTimersByTimeAsync(0)
  })
  act(() => peers.latest.ontrack?.({ track: new TestTrack('video') }))
  expect(result.current.now.viewerCount).toBe(4)
  expect(result.current.player.media?.getVideoTracks()).toHaveLength(1)

  unmount()
  expect(server.latest.heard.at(-1)).toEqual({ type: 'leave_stream', streamId: stream.id })
  expect(server.latest.isClosed).toBe(true)
  expect(peers.open).toHaveLength(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('a stream is not joined before it is wanted, and then begins with what is known by now', () => {
  const { result, rerender } = renderHook(({ shown, isWanted }) => useWatch(shown, { isWanted }), {
    initialProps: { shown: { ...stream, isLive: false }, isWanted: false },
  })
  expect(result.current.player.isLive).toBe(false)
  rerender({ shown: stream, isWanted: false })
  expect(server.connections).toHaveLength(0)
  expect(result.current).toMatchObject({ now: { isLive: true }, player: { isLive: true } })
  rerender({ shown: stream, isWanted: true })
  expect(result.current.now.isLive).toBe(true)
  act(() => server.accept())
  expect(server.heard('join_stream')).toHaveLength(1)
})

test('the preview of one’s own broadcast says with its join that it is one', () => {
  renderHook(() => useWatch(stream, { isPreview: true }))
  act(() => server.accept())
  expect(server.heard('join_stream')).toMatchObject([{ streamId: stream.id, isPreview: true }])
})
