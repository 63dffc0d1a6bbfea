import type { ChatState } from '#shared/chat.ts'

/** When slow mode lets the reader write again. Moments are in ms since 1970, on this device's clock. */
export class SlowMode {
  readonly #onChange: (readyAt: number) => void
  #pauseSeconds = 0
  /** When the reader wrote last on this page. */
  #wroteAt: number | null = null

  constructor(onChange: (readyAt: number) => void) {
    this.#onChange = onChange
  }

  /** The rules or the reader's permissions have changed. */
  follow(chat: ChatState | null): void {
    const pauseSeconds = pauseOf(chat)
    if (pauseSeconds === this.#pauseSeconds) return
    this.#pauseSeconds = pauseSeconds
    if (pauseSeconds === 0) this.#onChange(0)
    else if (this.#wroteAt !== null) this.#onChange(this.#wroteAt + pauseSeconds * 1000)
  }

  wrote(): void {
    this.#wroteAt = Date.now()
    if (this.#pauseSeconds > 0) this.wait(this.#pauseSeconds)
  }

  wait(seconds: number): void {
    this.#onChange(Date.now() + seconds * 1000)
  }
}

/** Seconds between two messages of the reader. */
function pauseOf(chat: ChatState | null): number {
  return chat === null || chat.viewer.canModerate ? 0 : chat.rules.slowModeSeconds
}
