import type { ChatMessage } from '#shared/live/chat.ts'
import { LIMITS } from '#shared/constants.ts'
import * as log from './chat-log.ts'
import type { ChatEntry } from './chat-log.ts'

/** After more missed pages than this, only the latest messages are loaded. */
const MAX_PAGES = 5

type Entries = readonly ChatEntry[]

type Options = {
  /** Returns the latest messages, or those after the id `after`; oldest first. */
  load: (after: string | undefined) => Promise<ChatMessage[]>
  /** Returns the ids of deleted messages in this range of ids. */
  loadDeleted: (from: string, until: string) => Promise<string[]>
  entries: () => Entries
  /** Called after each page. */
  onPage: (entries: Entries) => void
  /** Called when no message is missing any more. */
  onDone: () => void
  onFailed: () => void
}

/**
 * Loads the messages that this page lacks over HTTP: the latest ones at first, later those after the newest message it has.
 */
export class CatchUp {
  readonly #options: Options
  #running: Promise<boolean> | null = null
  /** Number of runs; the result of an earlier run is ignored. */
  #runNumber = 0
  /** No message up to this id is missing; the next request starts after it. */
  #resumeAfter: string | undefined
  #newest: string | null = null
  /** Messages on the page may have been deleted meanwhile. */
  #mustCheckDeleted = false

  constructor(options: Options) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#running !== null
  }

  /** Loads newer messages; returns the current run if there is one: true when no message is missing. */
  run(): Promise<boolean> {
    if (this.#running) return this.#running
    const running = this.#run().finally(() => {
      if (this.#running === running) this.#running = null
    })
    this.#running = running
    return running
  }

  /** The id of the newest message up to which none is missing; null for an empty chat. */
  get newest(): string | null {
    return this.#newest
  }

  /** Ignores the result of the current run. */
  abandon(): void {
    this.#runNumber += 1
    this.#running = null
  }

  /** Call when the entries have no gap, at least not before the id `upTo`: the next run starts there. */
  markComplete(upTo?: string): void {
    const complete = this.#options
      .entries()
      .filter(({ state, key }) => state === 'sent' && (upTo === undefined || key <= upTo))
    this.#resumeAfter = log.findResumeId(complete)
    this.#newest = complete.at(-1)?.key ?? null
  }

  /** Call after a lost connection: `checkDeleted`, or the next run, removes the messages that were deleted meanwhile. */
  requestDeletedCheck(): void {
    this.#mustCheckDeleted = true
  }

  get mustCheckDeleted(): boolean {
    return this.#mustCheckDeleted
  }

  /** Removes the messages that were deleted during a lost connection; `run` does so too. */
  async checkDeleted(): Promise<void> {
    const runNumber = this.#runNumber
    if (!this.#mustCheckDeleted || this.isRunning) return
    await this.#removeDeleted(() => runNumber === this.#runNumber)
  }

  async #run(): Promise<boolean> {
    const runNumber = (this.#runNumber += 1)
    const isCurrent = () => runNumber === this.#runNumber
    try {
      for (let pages = 1; await this.#loadPage(isCurrent); pages += 1) {
        if (pages >= MAX_PAGES) this.#resumeAfter = undefined
      }
      if (isCurrent() && this.#mustCheckDeleted) await this.#removeDeleted(isCurrent)
      if (!isCurrent()) return false
      // What came over the socket meanwhile may be later than what the response lacks.
      this.markComplete(this.#resumeAfter ?? '')
      this.#options.onDone()
      return true
    } catch (error) {
      console.error('chat could not be loaded', error)
      if (isCurrent()) this.#options.onFailed()
      return false
    }
  }

  async #removeDeleted(isCurrent: () => boolean): Promise<void> {
    const { loadDeleted, entries, onPage } = this.#options
    const sent = entries().filter(({ state }) => state === 'sent')
    const [oldest, newest] = [sent[0], sent.at(-1)]
    const deletedIds = oldest && newest ? await loadDeleted(oldest.key, newest.key) : []
    if (!isCurrent()) return
    this.#mustCheckDeleted = false
    onPage(log.removeMessages(entries(), new Set(deletedIds)))
  }

  /** Returns whether there may be more pages. */
  async #loadPage(isCurrent: () => boolean): Promise<boolean> {
    const { load, entries, onPage } = this.#options
    const after = this.#resumeAfter
    const before = entries()
    const messages = await load(after)
    if (!isCurrent()) return false
    const isFull = messages.length === LIMITS.chatPage
    const deletedIds = log.findDeleted(messages, { before, after, isFull })
    const add = after === undefined ? log.addLatest : log.addStored
    onPage(add(log.removeMessages(entries(), deletedIds), messages))
    this.#resumeAfter = messages.at(-1)?.id ?? after
    return after !== undefined && isFull
  }
}
