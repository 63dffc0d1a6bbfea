import type { ChatMessage } from '#shared/chat.ts'
import { LIMITS } from '#shared/constants.ts'
import * as log from './chat-log.ts'
import type { ChatEntry } from './chat-log.ts'

/** Who missed more full pages than this begins again with the latest messages. */
const MAX_PAGES = 5

type Entries = readonly ChatEntry[]

type Options = {
  /** The latest messages, or those after one, oldest first. */
  load: (after: string | undefined) => Promise<ChatMessage[]>
  /** Which messages from one to another, by their ids, were taken out. */
  loadDeleted: (from: string, until: string) => Promise<string[]>
  entries: () => Entries
  /** A page has come. */
  onPage: (entries: Entries) => void
  /** Nothing is missing any more. */
  onDone: () => void
  onFailed: () => void
}

/** Brings a page what it missed: the latest messages at first, then those after where it had come to. */
export class CatchUp {
  readonly #options: Options
  #running: Promise<void> | null = null
  /** Counts them; a new one leaves an earlier one behind. */
  #round = 0
  /** Everything up to this message is here; what is asked for comes after it. */
  #resumeId: string | undefined
  /** What is here may have been taken out meanwhile. */
  #mustLookBack = false

  constructor(options: Options) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#running !== null
  }

  /** Asks for what came since; joins in when that is being done already. */
  run(): Promise<void> {
    if (this.#running) return this.#running
    const running = this.#run().finally(() => {
      if (this.#running === running) this.#running = null
    })
    this.#running = running
    return running
  }

  /** Leaves a question that is under way without an answer. */
  abandon(): void {
    this.#round += 1
    this.#running = null
  }

  /** All that is here has come without a gap. */
  noteInStep(): void {
    this.#resumeId = log.resumeId(this.#options.entries())
  }

  /** The page was away for a while: with what it missed it asks what was taken out of what it has. */
  lookBack(): void {
    this.#mustLookBack = true
  }

  async #run(): Promise<void> {
    const round = (this.#round += 1)
    const isCurrent = () => round === this.#round
    try {
      for (let pages = 1; await this.#loadPage(isCurrent); pages += 1) {
        if (pages >= MAX_PAGES) this.#resumeId = undefined
      }
      if (isCurrent() && this.#mustLookBack) await this.#dropDeleted(isCurrent)
      if (!isCurrent()) return
      this.noteInStep()
      this.#options.onDone()
    } catch (error) {
      console.error('chat could not be loaded', error)
      if (isCurrent()) this.#options.onFailed()
    }
  }

  async #dropDeleted(isCurrent: () => boolean): Promise<void> {
    const { loadDeleted, entries, onPage } = this.#options
    const stored = entries().filter(({ state }) => state === 'sent')
    const [oldest, newest] = [stored[0], stored.at(-1)]
    const gone = oldest && newest ? await loadDeleted(oldest.key, newest.key) : []
    if (!isCurrent()) return
    this.#mustLookBack = false
    onPage(log.without(entries(), new Set(gone)))
  }

  /** Says whether there may be more. */
  async #loadPage(isCurrent: () => boolean): Promise<boolean> {
    const { load, entries, onPage } = this.#options
    const after = this.#resumeId
    const known = entries()
    const messages = await load(after)
    if (!isCurrent()) return false
    const isWhole = messages.length === LIMITS.chatPage
    const missing = log.missingFrom(messages, { known, after, isWhole })
    const add = after === undefined ? log.addLatest : log.addStored
    onPage(add(log.without(entries(), missing), messages))
    this.#resumeId = messages.at(-1)?.id ?? after
    return after !== undefined && isWhole
  }
}
