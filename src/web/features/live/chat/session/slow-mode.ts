import type { ChatState } from '#shared/live/chat.ts'

/** Computes when slow mode lets the user write again, in ms since 1970 by this device's clock. */
export class SlowMode {
  readonly #onChange: (readyAt: number) => void
  #intervalSeconds = 0
  /** When the user last wrote on this page. */
  #lastSentAt: number | null = null

  constructor(onChange: (readyAt: number) => void) {
    this.#onChange = onChange
  }

  /** Call when the rules or the user's permissions may have changed. */
  update(chat: ChatState | null): void {
    const intervalSeconds = intervalOf(chat)
    if (intervalSeconds === this.#intervalSeconds) return
    this.#intervalSeconds = intervalSeconds
    if (intervalSeconds === 0) this.#onChange(0)
    else if (this.#lastSentAt !== null) this.#onChange(this.#lastSentAt + intervalSeconds * 1000)
  }

  onSent(): void {
    this.#lastSentAt = Date.now()
    if (this.#intervalSeconds > 0) this.waitFor(this.#intervalSeconds)
  }

  waitFor(seconds: number): void {
    this.#onChange(Date.now() + seconds * 1000)
  }
}

/** Shortest time between two messages of the user; 0 without slow mode. */
function intervalOf(chat: ChatState | null): number {
  return chat === null || chat.viewer.canModerate ? 0 : chat.rules.slowModeSeconds
}
