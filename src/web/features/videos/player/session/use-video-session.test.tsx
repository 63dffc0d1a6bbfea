import { render, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'
import { closeMini } from '#web/features/media/shared/playback/mini-playback.ts'
import { miniPlayback } from '#web/features/media/shared/playback/mini-store.ts'
import { useEndOfRecording } from '#web/features/media/shared/playback/use-end-of-recording.ts'
import { testQualities } from './testing/test-qualities.ts'
import { useVideoSession } from './use-video-session.ts'
import type { VideoSession } from './video-session.ts'

const VIDEO = testVideo({
  duration: 600,
  sources: {
    hls: null,
    qualities: [],
    files: [{ url: '/files/video.mp4', mimeType: 'video/mp4', width: 1280, height: 720, fileSize: 1000 }],
  },
})

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockResolvedValue(new Response('{}')))
})
afterEach(() => {
  closeMini()
  localStorage.clear()
})

function open(startAt: number | null) {
  return renderHook(({ at, video }) => useVideoSession(video, at), {
    initialProps: { at: startAt, video: VIDEO },
  })
}

/** The browser plays it. */
function startPlaying({ element }: VideoSession) {
  Object.defineProperty(element, 'paused', { configurable: true, value: false })
  element.dispatchEvent(new Event('play'))
  element.dispatchEvent(new Event('playing'))
}

test('another time in the address of the open page is sought without a pause', () => {
  const page = open(30)
  const session = page.result.current
  startPlaying(session)
  const { element } = session
  const pause = vi.spyOn(element, 'pause')
  page.rerender({ at: 200, video: VIDEO })
  expect(element.currentTime).toBe(200)
  page.rerender({ at: null, video: VIDEO })
  expect(element.currentTime).toBe(200)
  page.rerender({ at: 30, video: VIDEO })
  expect(element.currentTime).toBe(30)
  expect(page.result.current).toBe(session)
  expect(pause).not.toHaveBeenCalled()
  expect(miniPlayback.get().current).toBeNull()
  page.unmount()
})

test('a page with a time takes the video back from the mini player and seeks', () => {
  const first = open(null)
  const session = first.result.current
  startPlaying(session)
  first.unmount()
  expect(miniPlayback.get().current).not.toBeNull()
  const second = open(75)
  expect(second.result.current).toBe(session)
  expect(session.element.currentTime).toBe(75)
  expect(miniPlayback.get().current).toBeNull()
  second.unmount()
})

test('a newer record of the video reaches its player', () => {
  const page = open(null)
  const newer = { ...VIDEO, sources: testQualities() }
  page.rerender({ at: null, video: newer })
  expect(page.result.current.video).toBe(newer)
  page.unmount()
})

test('a recording does not play on in the mini player when its stream is live again', () => {
  const onOpened = vi.fn<(session: VideoSession) => void>()
  function Recorded() {
    onOpened(useVideoSession(VIDEO, null, '/stream/1'))
    return null
  }
  function Page({ isLive }: { isLive: boolean }) {
    useEndOfRecording('/stream/1', isLive)
    return isLive ? null : <Recorded />
  }
  const page = render(<Page isLive={false} />)
  const session = onOpened.mock.lastCall?.[0]
  if (!session) throw new Error('not opened')
  startPlaying(session)
  const pause = vi.spyOn(session.element, 'pause')
  page.rerender(<Page isLive />)
  expect(miniPlayback.get().current).toBeNull()
  expect(pause).toHaveBeenCalledOnce()
})
