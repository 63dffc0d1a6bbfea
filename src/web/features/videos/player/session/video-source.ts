import type Hls from 'hls.js'
import type { Video } from '#shared/videos/videos.ts'
import { prefersReducedData } from '#web/lib/storage/data-saver.ts'
import { type QualityChoice, qualityChoices } from './quality.ts'

type SourceVideo = Pick<Video, 'sources' | 'videoUrl' | 'duration'>

type Handlers = {
  /** The playlist or its segments cannot be played any more. */
  onError: () => void
}

/** Loads a video into an element: with hls.js, with the browser's own HLS, or as a whole file. */
export interface VideoSource {
  /** Loads the video from a second on. */
  load: (from: number) => Promise<void>
  /** Switches the quality without a change of the position. */
  setQuality: (quality: QualityChoice) => void
  /** Discards the loaded data; `load` starts again. */
  unload: () => void
}

export type CreateVideoSource = (
  element: HTMLVideoElement,
  video: SourceVideo,
  quality: QualityChoice,
  handlers: Handlers,
) => VideoSource

/**
 * Chooses how this browser plays the video. Whole files are played where there is no playlist yet, and where the browser
 * supports neither Media Source Extensions nor HLS.
 */
export const createVideoSource: CreateVideoSource = (element, video, quality, handlers) => {
  if (video.sources.hls === null) return new UrlSource(element, video, 'auto')
  if (hasMediaSource()) return new HlsSource(element, video, quality, handlers)
  return new UrlSource(element, video, quality)
}

const hasMediaSource = () => 'ManagedMediaSource' in globalThis || 'MediaSource' in globalThis
const HLS_TYPE = 'application/vnd.apple.mpegurl'

/** The browser loads the playlist or the file itself; another quality is another URL. */
class UrlSource implements VideoSource {
  readonly #element
  readonly #video
  readonly #playback
  #quality

  constructor(element: HTMLVideoElement, video: SourceVideo, quality: QualityChoice) {
    this.#element = element
    this.#video = video
    this.#quality = quality
    this.#playback = new LoadingPlayback(element)
  }

  async load(from: number): Promise<void> {
    this.#playback.expect(from)
    this.#element.src = this.#url()
    seekOnceLoaded(this.#element, from)
  }

  setQuality(quality: QualityChoice): void {
    this.#quality = quality
    void this.load(this.#playback.read().time)
    this.#playback.resume()
  }

  unload(): void {
    this.#element.removeAttribute('src')
    this.#element.load()
  }

  #url(): string {
    const { sources, videoUrl } = this.#video
    if (sources.hls === null || !this.#element.canPlayType(HLS_TYPE)) return sources.files[0]?.url ?? videoUrl
    return urlOf(this.#video, this.#quality) ?? sources.hls
  }
}

class HlsSource implements VideoSource {
  readonly #element
  readonly #video
  readonly #handlers
  readonly #playback
  #quality
  #hls: Hls | null = null
  #loads = 0
  #isPlaying = false

  constructor(element: HTMLVideoElement, video: SourceVideo, quality: QualityChoice, handlers: Handlers) {
    this.#element = element
    this.#video = video
    this.#quality = quality
    this.#handlers = handlers
    this.#playback = new LoadingPlayback(element)
    element.addEventListener('play', () => (this.#isPlaying = true))
    element.addEventListener('pause', () => (this.#isPlaying = false))
  }

  async load(from: number): Promise<void> {
    this.#playback.expect(from)
    this.unload()
    const load = ++this.#loads
    const { default: HlsPlayer } = await import('hls.js/light')
    // Closed, or loaded again, meanwhile.
    if (load !== this.#loads) return
    const hls = new HlsPlayer({
      // The text of the worker would need another script of the page's policy; our segments need little work.
      enableWorker: false,
      startPosition: from,
      capLevelToPlayerSize: true,
      // The first segment is shown; by default it only measures the connection and is loaded again.
      testBandwidth: false,
      startFragPrefetch: true,
      abrEwmaDefaultEstimate: estimateBandwidth(),
      maxBufferLength: 30,
      maxMaxBufferLength: 60,
      backBufferLength: 30,
    })
    this.#hls = hls
    hls.on(HlsPlayer.Events.MANIFEST_PARSED, () => this.#selectLevel())
    // After a media error hls.js attaches the element again, which pauses it without an event.
    hls.on(HlsPlayer.Events.MEDIA_ATTACHED, () => {
      if (this.#isPlaying && this.#element.paused) play(this.#element)
    })
    hls.on(HlsPlayer.Events.ERROR, (_event, { fatal, type }) => {
      if (!fatal) return
      if (type === HlsPlayer.ErrorTypes.MEDIA_ERROR && this.#recoverOnce()) return
      this.#handlers.onError()
    })
    // Audio only is a playlist of its own: the player leaves it out of the levels of a video.
    hls.loadSource(this.#isAudio() ? (urlOf(this.#video, 'audio') ?? '') : (this.#video.sources.hls ?? ''))
    hls.attachMedia(this.#element)
  }

  setQuality(quality: QualityChoice): void {
    const wasAudio = this.#isAudio()
    this.#quality = quality
    if (!this.#hls) return
    if (wasAudio === this.#isAudio()) return this.#selectLevel()
    void this.load(this.#playback.read().time).then(() => this.#playback.resume())
  }

  unload(): void {
    this.#loads++
    if (this.#element.readyState > 0) measuredBandwidth = this.#hls?.bandwidthEstimate ?? measuredBandwidth
    this.#hls?.destroy()
    this.#hls = null
  }

  #selectLevel(): void {
    if (!this.#hls || this.#isAudio()) return
    const level = this.#hls.levels.findIndex(({ height }) => String(height) === this.#quality)
    // Nothing is loaded yet, and the first level follows the connection.
    if (level === -1 && this.#hls.autoLevelEnabled) return
    if (this.#element.readyState === 0) this.#hls.startLevel = level
    // A choice is seen at once; back on auto, the next segments follow the connection.
    if (level === -1) this.#hls.nextLevel = level
    else this.#hls.currentLevel = level
  }

  #isAudio = () => this.#quality === 'audio'

  #recoverOnce(): boolean {
    if (this.#hasRecovered) return false
    this.#hasRecovered = true
    this.#hls?.recoverMediaError()
    return true
  }
  #hasRecovered = false
}

/** Loads the code of the player, so that it is there when the record of a video is. */
export function preloadPlayer(): void {
  if (hasMediaSource() && !prefersReducedData())
    // Loading the video reports a failure.
    import('hls.js/light').catch(() => {})
}

/** Bandwidth that the last video measured, in bit/s. */
let measuredBandwidth: number | null = null

/**
 * Returns the bandwidth of the connection in bit/s, as far as it is known. On a fast one a video starts in a good quality;
 * else in the lowest, whose first frame is shown soonest.
 */
function estimateBandwidth(): number {
  const { connection }: Network = navigator
  const megabits = connection?.downlink ?? 0
  return measuredBandwidth ?? (megabits >= FAST_MEGABITS ? megabits * 500_000 : 500_000)
}

type Network = Navigator & { connection?: { downlink?: number } }
const FAST_MEGABITS = 5

/** Remembers where and whether an element plays while it loads: without media, the element itself is paused at 0. */
class LoadingPlayback {
  readonly #element
  #expected: { time: number; isPaused: boolean } | null = null

  constructor(element: HTMLVideoElement) {
    this.#element = element
  }

  read(): { time: number; isPaused: boolean } {
    const { currentTime, paused } = this.#element
    if (!this.#expected) return { time: currentTime, isPaused: paused }
    // The viewer may have sought or started it meanwhile.
    return { time: currentTime || this.#expected.time, isPaused: this.#expected.isPaused && paused }
  }

  /** Call before the old media is discarded. */
  expect(time: number): void {
    const expected = { time, isPaused: this.read().isPaused }
    this.#expected = expected
    const forget = () => {
      if (this.#expected === expected) this.#expected = null
    }
    // Not `loadedmetadata`: hls.js seeks to its start position after it.
    this.#element.addEventListener('loadeddata', forget, { once: true })
  }

  /** Plays if it played before it was loaded. */
  resume(): void {
    if (!this.read().isPaused) play(this.#element)
  }
}

function play(element: HTMLVideoElement): void {
  element.play().catch((error: unknown) => console.warn('playing was refused', error))
}

function urlOf(video: SourceVideo, quality: QualityChoice): string | null {
  return qualityChoices(video).find(({ choice }) => choice === quality)?.source.url ?? null
}

function seekOnceLoaded(element: HTMLVideoElement, from: number): void {
  if (from <= 0) return
  element.addEventListener(
    'loadedmetadata',
    () => {
      element.currentTime = from
    },
    { once: true },
  )
}
