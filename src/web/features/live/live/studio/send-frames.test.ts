import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubCalls, errorResponse } from '#web/api/test-network.tsx'
import { createStore } from '#web/lib/store.ts'
import { TestMedia } from '#web/features/live/live/testing/test-peers.ts'
import { sendFrames } from './send-frames.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type FrameState = ReturnType<Parameters<typeof sendFrames>[0]['state']['get']>

const PATH = '/api/streams/one/frame'
const BROADCASTING: FrameState = {
  media: null,
  isBroadcasting: true,
  isPeerConnected: true,
  isCameraOn: true,
  isSharingScreen: false,
}

function start(change: Partial<FrameState> = {}) {
  const state = createStore({ ...BROADCASTING, media: new TestMedia('video', 'audio').stream, ...change })
  const sent: unknown[] = []
  const server = { isDown: false }
  stubCalls({
    [`PUT ${PATH}`]: ({ body }) => {
      if (server.isDown) return errorResponse(503, { code: 'unavailable', message: 'busy' })
      sent.push(body)
      return Response.json({ stored: true })
    },
  })
  const capture = vi.fn(async () => new Blob(['frame']))
  const stop = sendFrames({ streamId: 'one', state, capture })
  return { state, sent, server, capture, stop }
}

const after = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('a frame is sent soon after the start, and then about every 45 seconds', async () => {
  const { sent, stop } = start()
  await after(4)
  expect(sent).toEqual([{ image: btoa('frame') }])
  await after(100)
  expect(sent).toHaveLength(3)
  stop()
  await after(100)
  expect(sent).toHaveLength(3)
})

test.each([
  ['the broadcast has not started', { isBroadcasting: false }],
  ['the connection is lost', { isPeerConnected: false }],
  ['the camera is off', { isCameraOn: false }],
  ['there is no camera', { media: new TestMedia('audio').stream }],
])('no frame is sent while %s', async (_when, change) => {
  const { state, sent, capture, stop } = start(change)
  await after(60)
  expect(capture).not.toHaveBeenCalled()
  state.set({ ...BROADCASTING, media: new TestMedia('video').stream })
  await after(4)
  expect(sent).toHaveLength(1)
  stop()
})

test('a shared screen is sent while the camera is off', async () => {
  const { sent, stop } = start({ isCameraOn: false, isSharingScreen: true })
  await after(4)
  expect(sent).toHaveLength(1)
  stop()
})

test('a frame that was taken while the camera was turned off is not sent', async () => {
  const { state, sent, capture, stop } = start()
  capture.mockImplementation(async () => {
    state.set({ isCameraOn: false })
    return new Blob(['frame'])
  })
  await after(4)
  expect(capture).toHaveBeenCalledOnce()
  expect(sent).toEqual([])
  stop()
})

test('after a failure the next frame is sent in time', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { sent, server, stop } = start()
  server.isDown = true
  await after(4)
  server.isDown = false
  await after(45)
  expect(sent).toHaveLength(1)
  expect(warn).toHaveBeenCalledOnce()
  stop()
})
