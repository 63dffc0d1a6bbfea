import { release } from './capture.ts'

type Options = {
  getScreen: () => Promise<MediaStream>
  /** What is shown from now on; null: nothing any more, also when the browser's own button ended it. */
  onScreen: (screen: MediaStream | null) => void
}

/** The picture of a screen, a window or a tab, and its sound where the browser gives it. */
export class ScreenShare {
  readonly #options: Options
  #screen: MediaStream | null = null
  #isWanted = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Rejects with what the browser throws, `NotAllowedError` when nothing was chosen. */
  async start(): Promise<void> {
    this.#isWanted = true
    const screen = await this.#options.getScreen()
    // Stopped, or asked for again, while the browser still let its user choose.
    if (!this.#isWanted || this.#screen) return release(screen)
    this.#screen = screen
    for (const track of screen.getVideoTracks()) track.onended = () => this.stop()
    this.#options.onScreen(screen)
  }

  stop(): void {
    this.#isWanted = false
    if (!this.#screen) return
    release(this.#screen)
    this.#screen = null
    this.#options.onScreen(null)
  }
}
