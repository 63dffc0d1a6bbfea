import type { ReplayedMessage } from '#shared/videos.ts'
import { createStore } from '#web/lib/store.ts'

/** Messages that are loaded before they are due, in seconds of the video. */
const AHEAD = 60
/** What is shown of the time before a jump, in seconds. */
const BEFORE = 60
/** As much as a page keeps; older messages fall off. */
const KEPT = 200

type ReplayPage = { items: ReplayedMessage[]; next: string | null }

type Options = {
  /** A page from a second on, or after the cursor of the page before. */
  load: (place: { from: number } | { cursor: string }) => Promise<ReplayPage>
}

export type ReplayState = {
  /** What had been written up to the video's second. */
  shown: readonly ReplayedMessage[]
  /** Nothing at all was written from the beginning on. */
  isEmpty: boolean
  hasError: boolean
}

/** The chat of a recorded broadcast in step with its video: pages are loaded ahead, and a jump begins anew there. */
export class ChatReplay {
  readonly state = createStore<ReplayState>({ shown: [], isEmpty: false, hasError: false })
  readonly #load: Options['load']
  #time = 0
  /** Loaded without a gap: from a second on, up to what `next` goes on from; null before the first page. */
  #range: { from: number; messages: ReplayedMessage[]; next: string | null } | null = null
  #loading: Promise<void> | null = null
  #isOpen = false

  constructor({ load }: Options) {
    this.#load = load
  }

  open(): void {
    this.#isOpen = true
    this.#follow()
  }

  close(): void {
    this.#isOpen = false
  }

  /** The video is at this second. */
  seek(time: number): void {
    this.#time = time
    this.#show()
    this.#follow()
  }

  retry(): void {
    this.state.set({ hasError: false })
    this.#follow()
  }

  /** Loads what is due next, one page at a time. */
  #follow(): void {
    if (!this.#isOpen || this.#loading || this.state.get().hasError || !this.#isDue()) return
    this.#loading = this.#loadMore()
      .catch((error: unknown) => {
        console.error('the chat could not be loaded', error)
        this.state.set({ hasError: true })
      })
      .finally(() => {
        this.#loading = null
        this.#follow()
      })
  }

  #isDue(): boolean {
    const range = this.#range
    if (!range || this.#time < range.from) return true
    return range.next !== null && lastOffset(range) < this.#time + AHEAD
  }

  async #loadMore(): Promise<void> {
    const range = this.#range
    const isJump = !range || this.#time < range.from || lastOffset(range) < this.#time - BEFORE
    const from = Math.max(0, this.#time - BEFORE)
    const next = range?.next ?? null
    const page = await this.#load(isJump || next === null ? { from } : { cursor: next })
    if (isJump || !range) this.#range = { from, messages: page.items, next: page.next }
    else this.#range = { from: range.from, messages: [...range.messages, ...page.items], next: page.next }
    this.#show()
  }

  #show(): void {
    const { messages = [], from = 0, next = null } = this.#range ?? {}
    const due = messages.filter(({ offset }) => offset <= this.#time).slice(-KEPT)
    const { shown } = this.state.get()
    const isSame = due.length === shown.length && due.at(-1) === shown.at(-1) && due[0] === shown[0]
    const isEmpty = this.#range !== null && from === 0 && next === null && messages.length === 0
    if (!isSame || isEmpty !== this.state.get().isEmpty) this.state.set({ shown: due, isEmpty })
  }
}

const lastOffset = ({ from, messages }: { from: number; messages: readonly ReplayedMessage[] }) =>
  messages.at(-1)?.offset ?? from
