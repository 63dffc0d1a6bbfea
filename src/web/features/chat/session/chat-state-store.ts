import type { ChatState } from '#shared/chat.ts'
import type { Downstream } from '#shared/realtime.ts'
import { ApiError } from '#web/api/api-error.ts'
import { LatestRequest } from './latest-request.ts'
import { type StreamRef, isChatStateMessage, reduceChatState } from './chat-state.ts'

/** What a page knows of how its chat stands. */
type Known = {
  /** Rules, the pinned message and what the reader may do; null until the server has said it. */
  standing: ChatState | null
  /** When slow mode lets the reader write again, in ms since 1970. */
  readyAt: number
}

type Options = StreamRef & {
  load: () => Promise<ChatState>
  onChange: (change: Partial<Known>) => void
  /** The server had let go of the banned member's sockets. */
  onUnbanned: () => void
  /** While chat was off there was nothing to read. */
  onTurnedOn: () => void
}

/** How one stream's chat stands for its reader: as the server answered last, and as it has changed since. */
export class ChatStateStore {
  readonly #options: Options
  readonly #question: LatestRequest
  #now: ChatState | null = null
  /** When the reader wrote last on this page, in ms since 1970. */
  #wroteAt: number | null = null

  constructor(options: Options) {
    this.#options = options
    this.#question = new LatestRequest({ load: options.load, onAnswer: (standing) => this.#set(standing) })
  }

  get isKnown(): boolean {
    return this.#now !== null
  }

  get isBanned(): boolean {
    return this.#now?.viewer.restriction?.kind === 'ban'
  }

  /** Asks anew; an earlier question that is still open is left. */
  ask(): Promise<void> {
    return this.#question.ask()
  }

  /** Leaves an open question without an answer. */
  abandon(): void {
    this.#question.abandon()
  }

  apply(message: Downstream): void {
    // The answer may have been read before it.
    if (this.#question.isOpen && isChatStateMessage(message, this.#options)) void this.ask()
    const before = this.#now
    if (before === null) return
    const wasBanned = this.isBanned
    const after = reduceChatState(before, message, this.#options)
    if (after !== before) this.#set(after)
    if (wasBanned && !this.isBanned) this.#options.onUnbanned()
    if (!before.rules.allowChat && after.rules.allowChat) this.#options.onTurnedOn()
  }

  /** The reader has just written: in slow mode it waits. */
  wrote(): void {
    this.#wroteAt = Date.now()
    const seconds = pauseOf(this.#now)
    if (seconds > 0) this.#wait(seconds)
  }

  /** What a refusal says of the chat, where this page did not know it yet. */
  handleRefusal(error: unknown): void {
    if (!(error instanceof ApiError)) return
    if (error.code === 'slow_mode') this.#wait(error.retryAfter ?? 0)
    if (error.status === 403 || error.code === 'slow_mode') void this.ask()
  }

  #wait(seconds: number): void {
    this.#options.onChange({ readyAt: Date.now() + seconds * 1000 })
  }

  #set(standing: ChatState): void {
    const before = pauseOf(this.#now)
    const pause = pauseOf(standing)
    this.#now = standing
    this.#options.onChange({ standing })
    if (pause === before) return
    if (pause === 0) this.#options.onChange({ readyAt: 0 })
    else if (this.#wroteAt !== null) this.#options.onChange({ readyAt: this.#wroteAt + pause * 1000 })
  }
}

/** Seconds that the reader waits between two messages. */
function pauseOf(standing: ChatState | null): number {
  return standing === null || standing.viewer.canModerate ? 0 : standing.rules.slowModeSeconds
}
