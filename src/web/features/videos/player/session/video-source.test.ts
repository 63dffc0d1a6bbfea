import { beforeEach, expect, test, vi } from 'vitest'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'
import { testQualities } from './testing/test-qualities.ts'
import { createVideoSource } from './video-source.ts'

const { FakeHls } = vi.hoisted(() => {
  /** Like hls.js, forgets the position and the state of the element when it discards its media. */
  class FakeHls {
    static Events = { MEDIA_ATTACHED: 'attached' }
    static starts: number[] = []
    static players: FakeHls[] = []
    element: HTMLVideoElement | null = null
    levels = []
    constructor({ startPosition }: { startPosition: number }) {
      FakeHls.starts.push(startPosition)
      FakeHls.players.push(this)
    }
    #onAttached = () => {}
    on(event: string | undefined, listener: () => void) {
      if (event === FakeHls.Events.MEDIA_ATTACHED) this.#onAttached = listener
    }
    /** As after a media error: the element has neither media nor a `pause` event in between. */
    recoverMediaError() {
      if (this.element) Object.assign(this.element, { paused: true })
      this.#onAttached()
    }
    loadSource() {}
    attachMedia(element: HTMLVideoElement) {
      this.element = element
    }
    destroy() {
      if (this.element) Object.assign(this.element, { currentTime: 0, paused: true })
    }
  }
  return { FakeHls }
})
vi.mock('hls.js/light', () => ({ default: FakeHls }))

beforeEach(() => {
  FakeHls.starts = []
  FakeHls.players = []
  vi.stubGlobal('MediaSource', class {})
})

/** An element whose position and state can be set. */
function fakeElement() {
  const element = document.createElement('video')
  for (const [name, value] of Object.entries({ currentTime: 0, paused: true }))
    Object.defineProperty(element, name, { writable: true, value })
  const play = vi.spyOn(element, 'play').mockResolvedValue()
  return { element, play }
}

const attached = (count: number) =>
  vi.waitFor(() => expect(FakeHls.players.filter(({ element }) => element)).toHaveLength(count))

test('audio and picture switched before anything is loaded again keep the position, and go on playing', async () => {
  const { element, play } = fakeElement()
  const video = testVideo({ duration: 600, sources: testQualities() })
  const source = createVideoSource(element, video, 'auto', { onError: () => {} })
  await source.load(0)
  element.dispatchEvent(new Event('loadeddata'))
  Object.assign(element, { currentTime: 120, paused: false })
  source.setQuality('audio')
  source.setQuality('480')
  await attached(2)
  source.setQuality('audio')
  await attached(3)
  expect(FakeHls.starts).toEqual([0, 120, 120])
  await vi.waitFor(() => expect(play).toHaveBeenCalledTimes(2))
})

test('the first position is kept when the quality is switched while the video loads', async () => {
  const { element } = fakeElement()
  const video = testVideo({ duration: 600, sources: testQualities() })
  const source = createVideoSource(element, video, 'auto', { onError: () => {} })
  await source.load(90)
  source.setQuality('audio')
  await attached(2)
  expect(FakeHls.starts).toEqual([90, 90])
})

test('a video that played goes on after a media error, and one that was paused does not', async () => {
  const { element, play } = fakeElement()
  const video = testVideo({ duration: 600, sources: testQualities() })
  await createVideoSource(element, video, 'auto', { onError: () => {} }).load(0)
  element.dispatchEvent(new Event('play'))
  FakeHls.players[0]?.recoverMediaError()
  expect(play).toHaveBeenCalledOnce()
  element.dispatchEvent(new Event('pause'))
  FakeHls.players[0]?.recoverMediaError()
  expect(play).toHaveBeenCalledOnce()
})
