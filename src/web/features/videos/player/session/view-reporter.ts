import { v4 } from 'uuid'
import type { BodyOf } from '#shared/endpoint.ts'
import type { reportView } from '#shared/videos/video-views.ts'
import { listen } from './listen.ts'
import { WatchTime } from './watch-time.ts'

/** Between two reports of a playback, in ms. */
const REPORT_MS = 15_000
/** `HTMLMediaElement.HAVE_FUTURE_DATA`. */
const HAVE_FUTURE_DATA = 3

type Options = {
  element: HTMLVideoElement
  /** Sends a report that outlives the page. Failures need no handling: the next report contains everything. */
  send: (report: BodyOf<typeof reportView>) => void
  now?: () => number
  reportMs?: number
}

/** Reports how long a video is watched: at the start, regularly, at each pause, and when the page is hidden or closed. */
export class ViewReporter {
  readonly #options
  readonly #watchTime
  readonly #sessionId = v4()
  #cleanups: (() => void)[] = []
  #hasStarted = false
  #reported = -1

  constructor(options: Options) {
    this.#options = { now: () => performance.now(), reportMs: REPORT_MS, ...options }
    this.#watchTime = new WatchTime(this.#options.now)
  }

  open(): void {
    const { element, reportMs } = this.#options
    const timer = setInterval(() => this.#reportPlaying(), reportMs)
    const onHidden = () => void (document.visibilityState === 'hidden' && this.#report())
    this.#cleanups = [
      () => clearInterval(timer),
      listen(element, ['playing'], () => this.#start()),
      listen(element, ['waiting', 'seeking', 'stalled', 'emptied'], () => this.#stopIfHalted()),
      listen(element, ['timeupdate'], () => this.#resume()),
      listen(element, ['pause', 'ended', 'error'], () => {
        this.#watchTime.stop()
        this.#report()
      }),
      listen(document, ['visibilitychange'], onHidden),
      listen(window, ['pagehide'], () => this.#report()),
    ]
  }

  close(): void {
    if (this.#cleanups.length === 0) return
    for (const cleanup of this.#cleanups) cleanup()
    this.#cleanups = []
    this.#watchTime.stop()
    this.#report()
  }

  #start(): void {
    this.#watchTime.start()
    if (this.#hasStarted) return
    this.#hasStarted = true
    this.#send(0)
  }

  /** After a seek within the buffer there is no `playing`. */
  #resume(): void {
    const { paused, seeking, ended } = this.#options.element
    if (this.#hasStarted && !paused && !seeking && !ended && this.#hasData()) this.#watchTime.start()
  }

  #stopIfHalted(): void {
    const { seeking } = this.#options.element
    if (seeking || !this.#hasData()) this.#watchTime.stop()
  }

  #hasData = () => this.#options.element.readyState >= HAVE_FUTURE_DATA

  #reportPlaying(): void {
    if (!this.#options.element.paused) this.#report()
  }

  #report(): void {
    const seconds = Math.round(this.#watchTime.seconds() * 10) / 10
    if (this.#hasStarted && seconds !== this.#reported) this.#send(seconds)
  }

  #send(watchTime: number): void {
    this.#reported = watchTime
    const { element, send } = this.#options
    send({ sessionId: this.#sessionId, watchTime, position: Math.round(element.currentTime * 10) / 10 })
  }
}
