import type { ReplayedMessage } from '#shared/videos/videos.ts'
import { highlightSeconds } from '#shared/money/tips.ts'
import { createStore } from '#web/lib/store.ts'

/** Messages are loaded this long before they are due, in seconds of the video. */
const LOAD_AHEAD_SECONDS = 60
/** After a seek, messages from this long before the position are shown, in seconds. */
const SHOWN_BEFORE_SECONDS = 60
/** Maximum number of shown messages; older ones are dropped. */
const MAX_SHOWN = 200

type ReplayPage = { items: ReplayedMessage[]; next: string | null }

type Options = {
  /** Loads a page from a second on, or by the cursor of the previous page. */
  load: (position: { from: number } | { cursor: string }) => Promise<ReplayPage>
  /** Loads all messages that came with a tip: one stays highlighted longer than its message may be shown. */
  loadTips: () => Promise<readonly ReplayedMessage[]>
}

/** A tip that is highlighted at the current second of the video, and for `seconds` more. */
export type ReplayedTip = { replayed: ReplayedMessage; seconds: number }

export type ReplayState = {
  /** Messages written up to the current second of the video. */
  shownMessages: readonly ReplayedMessage[]
  /** Newest first. */
  highlights: readonly ReplayedTip[]
  /** Whether the whole chat has no messages. */
  isEmpty: boolean
  hasError: boolean
}

const NOTHING_LOADED: ReplayState = { shownMessages: [], highlights: [], isEmpty: false, hasError: false }

/** The chat of a recorded broadcast in sync with its video. Loads pages ahead, and reloads after a seek. */
export class ChatReplay {
  readonly state = createStore<ReplayState>(NOTHING_LOADED)
  readonly #load: Options['load']
  readonly #loadTips: Options['loadTips']
  /** In chronological order; null before they are requested. */
  #tips: readonly ReplayedMessage[] | null = null
  #time = 0
  /** The loaded messages, contiguous from second `from` to the cursor `next`; null before the first page. */
  #range: { from: number; messages: ReplayedMessage[]; next: string | null } | null = null
  #loading: Promise<void> | null = null
  #isOpen = false

  constructor({ load, loadTips }: Options) {
    this.#load = load
    this.#loadTips = loadTips
  }

  open(): void {
    this.#isOpen = true
    this.#loadDuePages()
    void this.#requestTips()
  }

  close(): void {
    this.#isOpen = false
  }

  /** Sets the current second of the video. */
  seek(time: number): void {
    this.#time = time
    this.#show()
    this.#highlight()
    this.#loadDuePages()
  }

  retry(): void {
    this.state.set({ hasError: false })
    this.#loadDuePages()
  }

  /** Loads the pages that are due, one at a time. */
  #loadDuePages(): void {
    if (!this.#isOpen || this.#loading || this.state.get().hasError || !this.#isDue()) return
    this.#loading = this.#loadMore()
      .catch((error: unknown) => {
        console.error('the chat could not be loaded', error)
        this.state.set({ hasError: true })
      })
      .finally(() => {
        this.#loading = null
        this.#loadDuePages()
      })
  }

  /** A failure is logged: the messages are shown without highlights. */
  async #requestTips(): Promise<void> {
    if (this.#tips) return
    this.#tips = []
    try {
      this.#tips = await this.#loadTips()
      this.#highlight()
    } catch (error) {
      console.error('the tips of the chat could not be loaded', error)
    }
  }

  #highlight(): void {
    const highlights = (this.#tips ?? []).flatMap((replayed) => {
      const { offset, message } = replayed
      const seconds = Math.ceil(offset + highlightSeconds(message.tip?.amount ?? '0') - this.#time)
      return offset <= this.#time && seconds > 0 ? [{ replayed, seconds }] : []
    })
    const { highlights: before } = this.state.get()
    const isSame =
      before.length === highlights.length &&
      before.every((tip, index) => {
        const now = highlights.at(-1 - index)
        return tip.replayed === now?.replayed && tip.seconds === now.seconds
      })
    if (!isSame) this.state.set({ highlights: highlights.toReversed() })
  }

  #isDue(): boolean {
    const range = this.#range
    if (!range || this.#time < range.from) return true
    return range.next !== null && lastOffset(range) < this.#time + LOAD_AHEAD_SECONDS
  }

  async #loadMore(): Promise<void> {
    const range = this.#range
    const shouldRestart =
      !range || this.#time < range.from || lastOffset(range) < this.#time - SHOWN_BEFORE_SECONDS
    const from = Math.max(0, this.#time - SHOWN_BEFORE_SECONDS)
    const next = range?.next ?? null
    const page = await this.#load(shouldRestart || next === null ? { from } : { cursor: next })
    if (shouldRestart || !range) this.#range = { from, messages: page.items, next: page.next }
    else this.#range = { from: range.from, messages: [...range.messages, ...page.items], next: page.next }
    this.#show()
  }

  #show(): void {
    const { messages = [], from = 0, next = null } = this.#range ?? {}
    const dueMessages = messages.filter(({ offset }) => offset <= this.#time).slice(-MAX_SHOWN)
    const { shownMessages } = this.state.get()
    const isSame =
      dueMessages.length === shownMessages.length &&
      dueMessages.at(-1) === shownMessages.at(-1) &&
      dueMessages[0] === shownMessages[0]
    const isEmpty = this.#range !== null && from === 0 && next === null && messages.length === 0
    if (!isSame || isEmpty !== this.state.get().isEmpty)
      this.state.set({ shownMessages: dueMessages, isEmpty })
  }
}

const lastOffset = ({ from, messages }: { from: number; messages: readonly ReplayedMessage[] }) =>
  messages.at(-1)?.offset ?? from
