import type { ChatMessage } from '#shared/chat.ts'
import { CHAT_POLL_MS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { UserRef } from '#shared/users.ts'
import { ApiError, apiText } from '#web/api/api-error.ts'
import { createStore } from '#web/lib/store.ts'
import type { Socket } from '#web/realtime/socket.ts'
import type { StreamState } from '#web/streams/stream-state.ts'
import type { StreamStore } from '#web/streams/stream-store.ts'
import { Batch } from './batch.ts'
import { CatchUp } from './catch-up.ts'
import * as log from './chat-log.ts'
import type { ChatEntry } from './chat-log.ts'
import { ownMessage } from './own-message.ts'
import { SlowMode } from './slow-mode.ts'

/** Shortest time between two updates of the list, so that the page keeps up with any number of messages. */
const BATCH_MS = 100
/** Messages that a page keeps: more while its reader looks at old ones, which must not disappear meanwhile. */
const MAX_ENTRIES = { following: 500, reading: 2000 }

export type ChatView = {
  status: 'loading' | 'ready' | 'error'
  entries: readonly ChatEntry[]
  /** When slow mode lets the reader write again, in ms since 1970. */
  readyAt: number
}

type Deleted = Extract<Downstream, { type: 'chat_deleted' }>['data']

type Options = {
  streamId: string
  /** Holds the subscription, the rules, and what the reader may do. */
  stream: StreamStore
  socket: Pick<Socket, 'onMessage'>
  /** The latest messages, or those after one, oldest first. */
  load: (after: string | undefined) => Promise<ChatMessage[]>
  /** Ids of the messages from one to another that were deleted. */
  loadDeleted: (from: string, until: string) => Promise<string[]>
  send: (message: string, clientId: string, replyTo: string | null) => Promise<ChatMessage>
  pollMs?: number
}

/**
 * The messages of one stream's chat. They arrive over the socket; while it is down they are polled every 2 seconds, and
 * after a reconnect the missed ones are loaded. An own message appears at once and is replaced by its stored form.
 */
export class ChatSession {
  readonly state = createStore<ChatView>({ status: 'loading', entries: [], readyAt: 0 })
  readonly #options: Required<Options>
  readonly #arriving = new Batch<ChatMessage>((messages) => this.#take(messages), BATCH_MS)
  readonly #deleted = new Set<string>()
  readonly #missed: CatchUp
  readonly #slowMode = new SlowMode((readyAt) => this.state.set({ readyAt }))
  #maxEntries = MAX_ENTRIES.following
  #sender: UserRef | null = null
  #cleanups: (() => void)[] = []
  #known: StreamState
  /** Nothing was missed, and everything new arrives over the socket. */
  #isCurrent = false
  /** It was current, and lost the connection since. */
  #wasAway = false

  constructor(options: Options) {
    this.#options = { pollMs: CHAT_POLL_MS, ...options }
    this.#known = options.stream.get()
    this.#missed = new CatchUp({
      load: options.load,
      loadDeleted: options.loadDeleted,
      entries: () => this.state.get().entries,
      onPage: (entries) => this.#show(log.without(entries, this.#deleted)),
      onDone: () => {
        this.#isCurrent = this.#known.isSubscribed
      },
      onFailed: () => {
        if (this.state.get().status === 'loading') this.state.set({ status: 'error' })
      },
    })
  }

  /** Sets the author of new messages; null for visitors, who only read. */
  setSender(sender: UserRef | null): void {
    const isOther = sender?.id !== this.#sender?.id
    this.#sender = sender
    if (isOther && this.#cleanups.length > 0) void this.#options.stream.refreshChat()
  }

  /** Call when the reader scrolls to old messages, or follows the newest again. */
  setReading(isReading: boolean): void {
    this.#maxEntries = isReading ? MAX_ENTRIES.reading : MAX_ENTRIES.following
  }

  open(): void {
    const { socket, stream, pollMs } = this.#options
    const poll = setInterval(() => this.#poll(), pollMs)
    this.#known = stream.get()
    this.#slowMode.follow(this.#known.chat)
    if (this.#known.isSubscribed) this.#subscribed()
    else void this.catchUp()
    this.#cleanups = [
      socket.onMessage((message) => this.#receive(message)),
      stream.subscribe(() => this.#followStream()),
      stream.openChat(),
      () => clearInterval(poll),
      () => this.#arriving.clear(),
    ]
  }

  close(): void {
    this.#fallBehind()
    this.#missed.abandon()
    for (const cleanup of this.#cleanups) cleanup()
    this.#cleanups = []
  }

  /** Loads the messages after the newest known one; joins a request that is already running. */
  catchUp(): Promise<void> {
    return this.#missed.run()
  }

  /** Sends a message; empty text is ignored. A failed message is logged and stays in its place for a retry. */
  async send(text: string, answered: ChatMessage | null = null): Promise<void> {
    const sender = this.#sender
    const message = text.trim()
    if (!sender || message === '') return
    const { streamId } = this.#options
    await this.#deliver(ownMessage({ streamId, sender, message, answered }))
  }

  /** Sends a failed message again, unless it has arrived meanwhile or is being sent. */
  async retry({ key }: ChatEntry): Promise<void> {
    const now = this.state.get().entries.find((entry) => entry.key === key)
    if (now?.state === 'failed') await this.#deliver(now.message)
  }

  /** Applies the outcome of a call of this page, which the socket may not bring. */
  apply(message: Downstream): void {
    this.#options.stream.apply(message)
    this.#receive(message)
  }

  #receive(message: Downstream): void {
    if (!('streamId' in message) || message.streamId !== this.#options.streamId) return
    if (message.type === 'chat_message') this.#arriving.add(message.data)
    if (message.type === 'chat_deleted') this.#remove(message.data)
  }

  #followStream(): void {
    const before = this.#known
    const now = (this.#known = this.#options.stream.get())
    if (now.chat !== before.chat) this.#slowMode.follow(now.chat)
    if (before.isSubscribed && !now.isSubscribed) this.#fallBehind()
    if (!before.isSubscribed && now.isSubscribed) this.#subscribed()
    // While chat was off there was nothing to read.
    const isTurnedOn = before.chat?.rules.allowChat === false && now.chat?.rules.allowChat === true
    if (isTurnedOn) void this.catchUp()
  }

  #subscribed(): void {
    // A request that was sent before may miss what was written since.
    this.#missed.abandon()
    if (this.#wasAway) this.#missed.lookBack()
    this.#wasAway = false
    void this.catchUp()
  }

  #poll(): void {
    const { stream } = this.#options
    const { isBanned, chat } = stream.get()
    // A hidden tab is not read: the reconnect or the first poll after it catches up.
    if (this.#isCurrent || document.hidden || isBanned) return
    void this.catchUp()
    if (chat === null) void stream.refreshChat()
  }

  #fallBehind(): void {
    // Messages that have arrived need not be loaded again.
    this.#arriving.flush()
    this.#wasAway ||= this.#isCurrent
    this.#isCurrent = false
  }

  #take(messages: ChatMessage[]): void {
    const left = messages.filter(({ id }) => !this.#deleted.has(id))
    this.#put(log.addStored(this.state.get().entries, left))
    if (this.#isCurrent) this.#missed.noteInStep()
    const isOwn = messages.some(({ userId }) => userId === this.#sender?.id)
    if (isOwn) this.#slowMode.wrote()
  }

  #remove(deleted: Deleted): void {
    this.#arriving.flush()
    const { entries } = this.state.get()
    const removedIds =
      'messageIds' in deleted
        ? deleted.messageIds
        : entries
            .filter(({ message, state }) => state === 'sent' && message.userId === deleted.userId)
            .map(({ key }) => key)
    for (const id of removedIds) this.#deleted.add(id)
    this.#put(log.without(entries, new Set(removedIds)))
    if (!this.#missed.isRunning) return
    // The answer may have been read before they were deleted.
    this.#missed.abandon()
    void this.catchUp()
  }

  async #deliver(message: ChatMessage): Promise<void> {
    this.#put(log.addSending(this.state.get().entries, message))
    try {
      const stored = await this.#options.send(message.message, message.id, message.replyTo?.id ?? null)
      this.#arriving.flush()
      this.#take([stored])
    } catch (error) {
      // An earlier attempt had arrived, and the message was deleted since.
      if (isDeleted(error)) return this.#put(log.without(this.state.get().entries, new Set([message.id])))
      console.error('a chat message was not sent', error)
      this.#put(log.markFailed(this.state.get().entries, message.id, apiText(error)))
      this.#handleRefusal(error)
    }
  }

  /** A refusal may reveal a rule that this page does not know yet. */
  #handleRefusal(error: unknown): void {
    if (!(error instanceof ApiError)) return
    const isSlowMode = error.code === 'slow_mode'
    if (isSlowMode) this.#slowMode.wait(error.retryAfter ?? 0)
    if (isSlowMode || error.status === 403) void this.#options.stream.refreshChat()
  }

  #show(entries: readonly ChatEntry[]): void {
    this.#put(entries)
    if (this.state.get().status !== 'ready') this.state.set({ status: 'ready' })
  }

  #put(entries: readonly ChatEntry[]): void {
    const trimmed = log.trimmed(entries, this.#maxEntries)
    if (trimmed !== this.state.get().entries) this.state.set({ entries: trimmed })
  }
}

const isDeleted = (error: unknown) => error instanceof ApiError && error.code === 'message_deleted'
