import { release } from './capture.ts'

type Options = {
  getScreen: () => Promise<MediaStream>
  /** Called with the shared screen; null when sharing ends, also through the browser's own button. */
  onScreen: (screen: MediaStream | null) => void
}

/** Shares a screen, a window or a tab, with its audio where the browser supports it. */
export class ScreenShare {
  readonly #options: Options
  #screen: MediaStream | null = null
  #isStarted = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Rejects with the browser's error: `NotAllowedError` if nothing was chosen. */
  async start(): Promise<void> {
    this.#isStarted = true
    const screen = await this.#options.getScreen()
    // It was stopped or started again while the browser's dialog was open.
    if (!this.#isStarted || this.#screen) return release(screen)
    this.#screen = screen
    for (const track of screen.getVideoTracks()) track.onended = () => this.stop()
    this.#options.onScreen(screen)
  }

  stop(): void {
    this.#isStarted = false
    if (!this.#screen) return
    release(this.#screen)
    this.#screen = null
    this.#options.onScreen(null)
  }
}
