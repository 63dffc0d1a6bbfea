import { smallThumbnail } from '#shared/media/image-sizes.ts'
import { reportView } from '#shared/videos/video-views.ts'
import { getVideo, type Video } from '#shared/videos/videos.ts'
import { call } from '#web/api/call.ts'
import { removeVideo } from '#web/features/media/shared/playback/video-surface.tsx'
import { createStore } from '#web/lib/store.ts'
import { CaptionTracks } from './caption-tracks.ts'
import { listen } from './listen.ts'
import { elementState, initialState, type PlayerState, SPEEDS } from './player-state.ts'
import { writePreferences } from './preferences.ts'
import { lowestChoice, type QualityChoice } from './quality.ts'
import { readPosition, writePosition } from './video-position.ts'
import { type CreateVideoSource, createVideoSource } from './video-source.ts'
import { ViewReporter } from './view-reporter.ts'

type Options = {
  video: Video
  /** The second to start at; by default where this browser left the video. */
  startAt?: number | null
  /** Nothing is loaded before `play`, and the lowest quality is the first choice. */
  savesData?: boolean
  /** By default true; otherwise nothing is loaded before `play`. */
  autoplays?: boolean
  element?: HTMLVideoElement
  createSource?: CreateVideoSource
}

const STATE_EVENTS = [
  ...['play', 'pause', 'timeupdate', 'progress', 'durationchange', 'ended', 'seeking', 'seeked'],
  ...['volumechange', 'ratechange', 'resize', 'loadedmetadata'],
]
/** The position is stored when it has moved by this much, in seconds. */
const STORE_SECONDS = 5

/**
 * Plays one stored video in an element of its own, which may be moved within the page, until it is closed. Remembers the
 * position, and reports how long the video is watched.
 */
export class VideoSession {
  readonly state
  readonly element: HTMLVideoElement
  readonly #options
  readonly #createSource
  readonly #captions: CaptionTracks
  readonly #reporter: ViewReporter
  #source
  #cleanups: (() => void)[] = []
  #storedAt = 0
  /** The loaded source lacks files that the video has got since. */
  #isOutdated = false

  constructor({
    video,
    element = document.createElement('video'),
    createSource = createVideoSource,
    ...rest
  }: Options) {
    this.#options = { video, savesData: false, autoplays: true, ...rest }
    this.element = element
    this.#createSource = createSource
    this.state = createStore(initialState(video, this.#options))
    this.#source = this.#newSource()
    this.#captions = new CaptionTracks({
      element,
      captions: video.captions,
      onChange: (captions) => this.state.set({ captions }),
    })
    this.#reporter = new ViewReporter({
      element,
      send: (body) =>
        void call(reportView, { params: { id: video.id }, body }, { keepalive: true }).catch(() => {
          // The next report contains everything.
        }),
    })
  }

  get savesData(): boolean {
    return this.#options.savesData
  }

  get video(): Video {
    return this.#options.video
  }

  /**
   * Sets a newer record of the same video. Playback continues with the loaded files: further qualities are loaded when the
   * viewer chooses one, or plays the video again after its end.
   */
  update(video: Video): void {
    const { sources, captions } = this.video
    this.#options.video = video
    if (urlsOf(video.captions) !== urlsOf(captions)) this.#captions.update(video.captions)
    // The menus show what the record offers.
    this.state.set({})
    if (urlsOfSources(video.sources) === urlsOfSources(sources)) return
    this.#isOutdated = true
    if (this.state.get().phase !== 'poster') return
    if (this.#options.savesData) this.state.set({ quality: lowestChoice(video) })
    this.#source = this.#newSource()
  }

  /** Starts to load, and to play where the browser allows it; with `savesData` or without `autoplays` waits for `play`. Safe to repeat. */
  open(): void {
    if (this.#cleanups.length > 0) return
    const { element } = this
    const { volume, isMuted, speed } = this.state.get()
    Object.assign(element, { playsInline: true, preload: 'auto', volume, muted: isMuted })
    Object.assign(element, {
      defaultPlaybackRate: speed,
      playbackRate: speed,
      poster: this.#poster(),
    })
    this.#cleanups = [
      listen(element, STATE_EVENTS, () => this.#readElement()),
      listen(element, ['playing', 'canplay'], () => this.state.set({ isBuffering: false, phase: 'ready' })),
      listen(element, ['waiting'], () => this.state.set({ isBuffering: true })),
      listen(element, ['error'], () => this.#fail()),
      listen(element, ['pause', 'ended'], () => this.#storePosition()),
      listen(window, ['pagehide'], () => this.#storePosition()),
    ]
    this.#captions.open()
    this.#reporter.open()
    const start = this.#options.startAt ?? readPosition(this.video.id)
    this.state.set({ time: start })
    const { savesData, autoplays } = this.#options
    if (autoplays && !savesData) void this.#load(start).then(() => this.#autoplay())
  }

  close(): void {
    if (this.#cleanups.length === 0) return
    this.#storePosition()
    this.#reporter.close()
    for (const cleanup of this.#cleanups) cleanup()
    this.#cleanups = []
    this.element.pause()
    this.#captions.close()
    this.#source.unload()
    this.state.set({ phase: 'poster', isPaused: true, isBuffering: false })
    removeVideo(this.element)
  }

  play(): void {
    if (this.#isOutdated && this.state.get().hasEnded) return this.#replaceSource(0)
    if (this.state.get().phase === 'poster') void this.#load(this.state.get().time)
    this.element.play().catch((error: unknown) => console.warn('playing was refused', error))
  }

  pause(): void {
    this.element.pause()
  }

  togglePlay(): void {
    if (this.element.paused) this.play()
    else this.pause()
  }

  /** Seeks to a second of the video. */
  seek(second: number): void {
    const { duration, phase } = this.state.get()
    const time = Math.min(Math.max(0, second), Math.max(0, duration))
    if (phase !== 'poster') this.element.currentTime = time
    this.state.set({ time, hasEnded: false })
  }

  seekBy(seconds: number): void {
    this.seek(this.state.get().time + seconds)
  }

  /** Shows the next or the previous frame, at 30 frames per second. */
  stepFrame(direction: 1 | -1): void {
    this.pause()
    this.seekBy(direction / 30)
  }

  /** From 0 to 1; a volume above 0 is audible. */
  setVolume(volume: number): void {
    const level = Math.min(1, Math.max(0, volume))
    this.#setSound({ volume: level, isMuted: level === 0 })
  }

  toggleMuted(): void {
    const { isMuted, volume } = this.state.get()
    this.#setSound({ isMuted: !isMuted, volume: isMuted && volume === 0 ? 0.5 : volume })
  }

  setSpeed(speed: number): void {
    writePreferences({ speed })
    this.element.defaultPlaybackRate = speed
    this.element.playbackRate = speed
    this.state.set({ speed })
  }

  /** The next faster or slower speed of the menu. */
  stepSpeed(direction: 1 | -1): void {
    const { speed } = this.state.get()
    const steps = direction > 0 ? SPEEDS : SPEEDS.toReversed()
    const next = steps.find((each) => (each - speed) * direction > 0.001)
    if (next !== undefined) this.setSpeed(next)
  }

  setQuality(quality: QualityChoice): void {
    writePreferences({ quality })
    this.state.set({ quality })
    if (this.#isOutdated) this.#replaceSource(this.state.get().time)
    else this.#source.setQuality(quality)
  }

  /** Shows the captions of a language, or none for null. */
  setCaptions(language: string | null): void {
    this.#captions.choose(language)
  }

  toggleCaptions(): void {
    const { captions } = this.state.get()
    const first = this.video.captions.find(({ language }) => navigator.language.startsWith(language))
    this.setCaptions(captions === null ? ((first ?? this.video.captions[0])?.language ?? null) : null)
  }

  /** Loads the video again, with its record: the URLs of its files may have changed. */
  async retry(): Promise<void> {
    this.#source.unload()
    this.state.set({ phase: 'loading' })
    try {
      this.update(await call(getVideo, { params: { id: this.video.id } }))
    } catch (error) {
      console.warn('the video could not be loaded again', error)
      return this.#fail()
    }
    // Closed meanwhile.
    if (this.#cleanups.length === 0) return
    this.#source = this.#newSource()
    await this.#load(this.state.get().time)
    this.#autoplay()
  }

  /** Continues at a second with all files that the video has now. */
  #replaceSource(from: number): void {
    const { hasEnded, phase } = this.state.get()
    const shouldPlay = hasEnded || !this.element.paused
    this.#source.unload()
    this.#source = this.#newSource()
    if (phase === 'poster') return
    void this.#load(from).then(() => {
      if (shouldPlay) this.#autoplay()
    })
  }

  async #load(from: number): Promise<void> {
    this.state.set({ phase: 'loading' })
    try {
      await this.#source.load(from)
    } catch (error) {
      // The code of the player could not be fetched.
      console.warn('the player could not be loaded', error)
      this.#fail()
    }
  }

  /** Plays with sound where the browser allows it, otherwise muted; nothing once the session is closed. */
  #autoplay(): void {
    if (this.#cleanups.length === 0) return
    const { element } = this
    element.play().catch((error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || element.muted) return
      element.muted = true
      this.state.set({ isMuted: true, needsTap: true })
      element.play().catch((cause: unknown) => console.warn('playing was refused', cause))
    })
  }

  /** The small image where it is only seen until the video plays: it shares the connection with the first frame. */
  #poster(): string {
    const { thumbnailUrl } = this.video
    const { savesData, autoplays } = this.#options
    if (savesData || thumbnailUrl === null) return ''
    return autoplays ? smallThumbnail(thumbnailUrl) : thumbnailUrl
  }

  #newSource() {
    this.#isOutdated = false
    const { quality } = this.state.get()
    return this.#createSource(this.element, this.video, quality, { onError: () => this.#fail() })
  }

  #readElement(): void {
    this.state.set(elementState(this.element))
    const { time, isMuted } = this.state.get()
    if (!isMuted && this.state.get().needsTap) this.state.set({ needsTap: false })
    if (Math.abs(time - this.#storedAt) >= STORE_SECONDS) this.#storePosition()
  }

  #setSound({ volume, isMuted }: Pick<PlayerState, 'volume' | 'isMuted'>): void {
    writePreferences({ volume, isMuted })
    this.element.volume = volume
    this.element.muted = isMuted
    this.state.set({ volume, isMuted, needsTap: false })
  }

  #storePosition(): void {
    const { time, duration, phase, hasEnded } = this.state.get()
    if (phase !== 'ready') return
    this.#storedAt = time
    writePosition(this.video.id, hasEnded ? 0 : time, duration)
  }

  #fail(): void {
    if (this.state.get().phase !== 'poster') this.state.set({ phase: 'failed', isBuffering: false })
  }
}

const urlsOf = (files: readonly { url: string }[]) => files.map(({ url }) => url).join(' ')
const urlsOfSources = ({ hls, qualities, files }: Video['sources']) =>
  [hls, urlsOf(qualities), urlsOf(files)].join(' ')
