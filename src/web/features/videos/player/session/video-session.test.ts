import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'
import { closeMini, showMini } from '#web/features/media/shared/playback/mini-playback.ts'
import { miniPlayback } from '#web/features/media/shared/playback/mini-store.ts'
import { writePreferences } from './preferences.ts'
import { qualityChoices } from './quality.ts'
import { testQualities } from './testing/test-qualities.ts'
import { readPosition, writePosition } from './video-position.ts'
import { VideoSession } from './video-session.ts'
import type { CreateVideoSource, VideoSource } from './video-source.ts'

const source = {
  load: vi.fn<VideoSource['load']>(),
  setQuality: vi.fn<VideoSource['setQuality']>(),
  unload: vi.fn<VideoSource['unload']>(),
}
let sessions: VideoSession[] = []

beforeEach(() => {
  source.load.mockReset().mockResolvedValue()
  source.setQuality.mockReset()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockResolvedValue(new Response('{}')))
})

afterEach(() => {
  for (const session of sessions) session.close()
  sessions = []
  localStorage.clear()
})

const VIDEO = testVideo({ duration: 600, sources: testQualities(), isPublished: true })

function open(options: Partial<ConstructorParameters<typeof VideoSession>[0]> = {}) {
  const session = new VideoSession({ video: VIDEO, createSource: () => source, ...options })
  sessions.push(session)
  session.open()
  return session
}

/** Plays: the browser reports a position. */
function advance(session: VideoSession, time: number) {
  session.element.dispatchEvent(new Event('playing'))
  Object.defineProperty(session.element, 'currentTime', { configurable: true, writable: true, value: time })
  session.element.dispatchEvent(new Event('timeupdate'))
}

test('a video starts where this browser left it, and at the second of the URL before that', async () => {
  writePosition(VIDEO.id, 90, VIDEO.duration)
  open()
  expect(source.load).toHaveBeenLastCalledWith(90)
  open({ startAt: 30 })
  expect(source.load).toHaveBeenLastCalledWith(30)
})

test('the position is remembered, and forgotten near the end', () => {
  const session = open()
  advance(session, 120)
  session.close()
  expect(readPosition(VIDEO.id)).toBe(120)
  session.open()
  advance(session, 596)
  session.close()
  expect(readPosition(VIDEO.id)).toBe(0)
})

test('where the browser refuses sound, the video starts muted and the viewer is asked', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play')
    .mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    .mockResolvedValue()
  const session = open()
  await vi.waitFor(() => expect(session.state.get().needsTap).toBe(true))
  expect(session.element.muted).toBe(true)
  session.toggleMuted()
  expect(session.element.muted).toBe(false)
  expect(session.state.get().needsTap).toBe(false)
})

test('with reduced data nothing is loaded before the viewer plays, and then the lowest quality', () => {
  const session = open({ savesData: true })
  expect(source.load).not.toHaveBeenCalled()
  expect(session.state.get()).toMatchObject({ phase: 'poster', quality: '240' })
  session.play()
  expect(source.load).toHaveBeenCalledWith(0)
})

test('volume, speed and quality are remembered for the next video', () => {
  const session = open()
  session.setVolume(0.3)
  session.stepSpeed(1)
  session.setQuality('480')
  expect(source.setQuality).toHaveBeenCalledWith('480')
  expect(open().state.get()).toMatchObject({ volume: 0.3, speed: 1.25, quality: '480' })
})

test('a remembered quality that the video lacks becomes the next lower one', () => {
  writePreferences({ quality: '1080' })
  expect(open().state.get().quality).toBe('480')
})

test('a failed video can be retried from the same position with new URLs', async () => {
  const session = open()
  advance(session, 50)
  session.element.dispatchEvent(new Event('error'))
  expect(session.state.get().phase).toBe('failed')
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>().mockResolvedValue(Response.json({ ...VIDEO, videoUrl: '/new' })),
  )
  await session.retry()
  expect(session.video.videoUrl).toBe('/new')
  expect(source.load).toHaveBeenLastCalledWith(50)
})

test('a session that is closed during a retry loads and plays nothing', async () => {
  const session = open()
  session.element.dispatchEvent(new Event('error'))
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockResolvedValue(Response.json(VIDEO)))
  const retry = session.retry()
  session.close()
  source.load.mockClear()
  vi.mocked(session.element.play).mockClear()
  await retry
  expect(source.load).not.toHaveBeenCalled()
  expect(session.element.play).not.toHaveBeenCalled()
})

test('qualities that are encoded while the video plays are offered at once, and loaded when one is chosen', () => {
  const createSource = vi.fn<CreateVideoSource>(() => source)
  const early = testVideo({ ...VIDEO, sources: { hls: null, qualities: [], files: [] } })
  const session = open({ video: early, createSource })
  advance(session, 50)
  const onChange = vi.fn<() => void>()
  session.state.subscribe(onChange)
  session.update(VIDEO)
  expect(onChange).toHaveBeenCalled()
  expect(qualityChoices(session.video).map(({ choice }) => choice)).toEqual(['480', '240', 'audio'])
  expect(createSource).toHaveBeenCalledOnce()
  session.setQuality('240')
  expect(createSource).toHaveBeenLastCalledWith(session.element, VIDEO, '240', expect.anything())
  expect(source.load).toHaveBeenLastCalledWith(50)
  session.setQuality('480')
  expect(createSource).toHaveBeenCalledTimes(2)
  expect(source.setQuality).toHaveBeenCalledWith('480')
})

test('played again after its end, a video has the qualities that were encoded meanwhile', () => {
  const createSource = vi.fn<CreateVideoSource>(() => source)
  const early = testVideo({ ...VIDEO, sources: { hls: null, qualities: [], files: [] } })
  const session = open({ video: early, createSource })
  advance(session, 600)
  session.update(VIDEO)
  session.state.set({ hasEnded: true })
  session.play()
  expect(createSource).toHaveBeenCalledTimes(2)
  expect(source.load).toHaveBeenLastCalledWith(0)
})

test('captions that are added while the video plays are offered, and the shown ones stay', () => {
  const english = { language: 'en', url: '/files/captions-en.vtt' }
  const yoruba = { language: 'yo', url: '/files/captions-yo.vtt' }
  const session = open({ video: testVideo({ ...VIDEO, captions: [english] }) })
  session.setCaptions('en')
  const offered = () => [...session.element.querySelectorAll('track')].map(({ srclang }) => srclang)
  session.update(testVideo({ ...VIDEO, captions: [english, yoruba] }))
  expect(offered()).toEqual(['en', 'yo'])
  expect(session.state.get().captions).toBe('en')
  session.update(testVideo({ ...VIDEO, captions: [yoruba] }))
  expect(session.state.get().captions).toBeNull()
})

test('seeking stays within the video', () => {
  const session = open()
  advance(session, 5)
  session.seekBy(-10)
  expect(session.state.get().time).toBe(0)
  session.seek(10_000)
  expect(session.state.get().time).toBe(600)
})

test('another sound ends the mini player, a muted video does not', () => {
  const close = vi.fn<() => void>()
  const element = document.createElement('video')
  showMini({ id: 'video:1', title: '', url: '/video/1', isLive: false, element, close })
  const other = document.createElement('video')
  document.body.append(other)
  other.muted = true
  other.dispatchEvent(new Event('play'))
  expect(close).not.toHaveBeenCalled()
  other.muted = false
  other.dispatchEvent(new Event('play'))
  expect(close).toHaveBeenCalledOnce()
  expect(miniPlayback.get().current).toBeNull()
  other.remove()
  closeMini()
})
