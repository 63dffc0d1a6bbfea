import type { ChatAuthor, ChatMessage, ChatState } from '#shared/live/chat.ts'
import { CHAT_POLL_MS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { Snapshot } from '#web/api/call.ts'
import { ApiError, apiText } from '#web/api/api-error.ts'
import { createStore } from '#web/lib/store.ts'
import type { Socket } from '#web/realtime/socket.ts'
import type { StreamState } from '#web/features/live/shared/streams/stream-state.ts'
import type { StreamStore } from '#web/features/live/shared/streams/stream-store.ts'
import { ChannelSubscription } from '#web/realtime/channel-subscription.ts'
import { Batch } from './batch.ts'
import { CatchUp } from './catch-up.ts'
import * as log from './chat-log.ts'
import type { ChatEntry } from './chat-log.ts'
import { createPendingMessage } from './pending-message.ts'
import { SlowMode } from './slow-mode.ts'

/** Shortest time between two updates of the list, so that the page keeps up with any number of messages. */
const BATCH_MS = 100
/** Number of messages on a page: more while the user reads old ones, so that these do not disappear. */
const MAX_ENTRIES = { following: 500, reading: 2000 }

export type ChatView = {
  status: 'loading' | 'ready' | 'error'
  entries: readonly ChatEntry[]
  /** When slow mode lets the user write again, in ms since 1970. */
  readyAt: number
}

type Deleted = Extract<Downstream, { type: 'chat_deleted' }>['data']

type Options = {
  streamId: string
  /** The store of the subscription, the rules and the user's permissions. */
  stream: StreamStore
  socket: Pick<Socket, 'onMessage' | 'send'>
  /** Returns the latest messages, or those after the id `after`; oldest first. */
  load: (after: string | undefined) => Promise<ChatMessage[]>
  /** Returns the ids of deleted messages in this range of ids. */
  loadDeleted: (from: string, until: string) => Promise<string[]>
  send: (message: string, clientId: string, replyTo: string | null) => Promise<ChatMessage>
  pollMs?: number
  spreadMs?: number
}

/**
 * The messages of one stream's chat. They arrive over the socket, after a reconnect also the missed ones; while it is down
 * they are polled every 2 seconds. The current user's message appears at once and is replaced by its
 * stored form.
 */
export class ChatSession {
  readonly state = createStore<ChatView>({ status: 'loading', entries: [], readyAt: 0 })
  readonly #options: Options & { pollMs: number }
  readonly #incoming = new Batch<ChatMessage>((messages) => this.#addMessages(messages), BATCH_MS)
  readonly #deletedIds = new Set<string>()
  readonly #catchUp: CatchUp
  readonly #slowMode = new SlowMode((readyAt) => this.state.set({ readyAt }))
  #maxEntries = MAX_ENTRIES.following
  #sender: ChatAuthor | null = null
  #cleanups: (() => void)[] = []
  #streamState: StreamState
  /** Null before the first messages are loaded. */
  #channel: ChannelSubscription | null = null
  #isReloading = false
  /** The connection was lost after the list was current. */
  #wasDisconnected = false

  constructor(options: Options) {
    this.#options = { pollMs: CHAT_POLL_MS, ...options }
    this.#streamState = options.stream.get()
    this.#catchUp = new CatchUp({
      load: options.load,
      loadDeleted: options.loadDeleted,
      entries: () => this.state.get().entries,
      onPage: (entries) => this.#showPage(log.removeMessages(entries, this.#deletedIds)),
      onDone: () => this.#onLoaded(),
      onFailed: () => {
        if (this.state.get().status === 'loading') this.state.set({ status: 'error' })
      },
    })
  }

  /** Sets the author of new messages; null for visitors, who only read. */
  setSender(sender: ChatAuthor | null): void {
    const hasChanged = sender?.id !== this.#sender?.id
    this.#sender = sender
    if (hasChanged && this.#cleanups.length > 0) void this.#options.stream.refreshChat()
  }

  /** Call when the user scrolls to old messages, or follows the newest again. */
  setReading(isReading: boolean): void {
    this.#maxEntries = isReading ? MAX_ENTRIES.reading : MAX_ENTRIES.following
  }

  open(): void {
    const { socket, stream, pollMs } = this.#options
    const poll = setInterval(() => this.#poll(), pollMs)
    this.#streamState = stream.get()
    this.#onChatState(this.#streamState.chat)
    if (this.#streamState.isSubscribed) this.#onSubscribed()
    void this.catchUp()
    this.#cleanups = [
      socket.onMessage((message) => this.#receive(message)),
      stream.subscribe(() => this.#onStreamChange()),
      stream.openChat(),
      () => clearInterval(poll),
      () => this.#incoming.clear(),
    ]
  }

  close(): void {
    this.#onDisconnected()
    this.#catchUp.abandon()
    this.#channel?.close()
    this.#channel = null
    for (const cleanup of this.#cleanups) cleanup()
    this.#cleanups = []
  }

  /** Loads the messages after the newest one; returns the current run if there is one. */
  catchUp(): Promise<boolean> {
    return this.#catchUp.run()
  }

  /** Sends a message; empty text is ignored. A failure is logged, and the message stays for a retry. */
  async send(text: string, replyTo: ChatMessage | null = null): Promise<void> {
    const sender = this.#sender
    const message = text.trim()
    if (!sender || message === '') return
    const { streamId } = this.#options
    await this.#deliver(createPendingMessage({ streamId, sender, message, replyTo }))
  }

  /** Sends a failed message again, unless it has arrived meanwhile or is being sent. */
  async retry({ key }: ChatEntry): Promise<void> {
    const current = this.state.get().entries.find((entry) => entry.key === key)
    if (current?.state === 'failed') await this.#deliver(current.message)
  }

  /** Removes a failed message, which its author writes again. Returns the message that it replies to, if that is on the page. */
  takeBack({ key, message }: ChatEntry): ChatMessage | null {
    const { entries } = this.state.get()
    this.#setEntries(log.removeMessages(entries, new Set([key])))
    return entries.find((entry) => entry.key === message.replyTo?.id)?.message ?? null
  }

  /** Applies the result of an API call of this page; the socket may be disconnected. */
  apply(message: Downstream): void {
    this.#options.stream.apply(message)
    this.#receive(message)
  }

  #receive(message: Downstream): void {
    if (!('streamId' in message) || message.streamId !== this.#options.streamId) return
    if (message.type === 'chat_message') this.#incoming.add(message.data)
    if (message.type === 'chat_deleted') this.#remove(message.data)
  }

  #onStreamChange(): void {
    const before = this.#streamState
    const now = (this.#streamState = this.#options.stream.get())
    if (now.chat !== before.chat) this.#onChatState(now.chat)
    if (before.isSubscribed && !now.isSubscribed) this.#onDisconnected()
    if (!before.isSubscribed && now.isSubscribed) this.#onSubscribed()
    // While chat is off, the server returns no messages, nor pinned and highlighted ones.
    const isTurnedOn = before.chat?.rules.allowChat === false && now.chat?.rules.allowChat === true
    if (!isTurnedOn) return
    void this.catchUp()
    void this.#options.stream.refreshChat()
  }

  #onChatState(chat: ChatState | null): void {
    this.#slowMode.update(chat)
    if (chat) this.#setEntries(log.addHeld(this.state.get().entries, chat.viewer.held))
  }

  #onSubscribed(): void {
    if (this.#wasDisconnected) this.#catchUp.requestDeletedCheck()
    this.#wasDisconnected = false
    this.#channel?.subscribe()
  }

  /** The messages that are missing after the loaded ones arrive with the subscription. */
  #onLoaded(): void {
    const { newest } = this.#catchUp
    const snapshot = { cursor: newest, at: Date.now() }
    this.#channel ??= this.#createChannel(snapshot)
    this.#channel.accept(snapshot)
    if (this.#streamState.isSubscribed && !this.#isReloading && !this.#isCurrent) this.#channel.subscribe()
  }

  #createChannel(snapshot: Snapshot): ChannelSubscription {
    const { socket, streamId, spreadMs } = this.#options
    return new ChannelSubscription({
      target: { channel: 'chat', id: streamId },
      socket,
      snapshot,
      reload: () => this.#reload(),
      onCurrent: () => this.#onCurrent(),
      spreadMs,
    })
  }

  async #reload(): Promise<string | null> {
    // The response to an earlier request may miss messages from before the subscription.
    this.#catchUp.abandon()
    this.#isReloading = true
    try {
      if (!(await this.catchUp())) throw new Error('messages are still missing')
      return this.#catchUp.newest
    } finally {
      this.#isReloading = false
    }
  }

  #onCurrent(): void {
    this.#incoming.flush()
    this.#catchUp.markComplete()
    this.#catchUp.checkDeleted().catch((error: unknown) => {
      console.error('deleted chat messages could not be loaded', error)
    })
  }

  get #isCurrent(): boolean {
    return this.#channel?.isCurrent ?? false
  }

  #poll(): void {
    const { stream } = this.#options
    const { isBanned, chat } = stream.get()
    // A hidden tab does not poll: the reconnect or the first poll after it catches up.
    if (document.hidden || isBanned) return
    if (this.#isCurrent && !this.#catchUp.mustCheckDeleted) return
    void this.catchUp()
    if (chat === null) void stream.refreshChat()
  }

  #onDisconnected(): void {
    // Messages that have arrived need not be loaded again.
    this.#incoming.flush()
    this.#wasDisconnected ||= this.#isCurrent
    this.#channel?.disconnect()
  }

  #addMessages(messages: ChatMessage[]): void {
    const remaining = messages.filter(({ id }) => !this.#deletedIds.has(id))
    this.#setEntries(log.addStored(this.state.get().entries, remaining))
    if (this.#isCurrent) this.#markComplete()
    const isOwn = messages.some(({ userId }) => userId === this.#sender?.id)
    if (isOwn) this.#slowMode.onSent()
  }

  #markComplete(): void {
    this.#catchUp.markComplete()
    this.#channel?.advance(this.#catchUp.newest)
  }

  #remove(deleted: Deleted): void {
    this.#incoming.flush()
    const { entries } = this.state.get()
    const removedIds =
      'messageIds' in deleted
        ? deleted.messageIds
        : entries
            .filter(({ state }) => state === 'sent' || state === 'held')
            .flatMap(({ message }) => (message.userId === deleted.userId ? message.id : []))
    for (const id of removedIds) this.#deletedIds.add(id)
    this.#setEntries(log.removeMessages(entries, new Set(removedIds)))
    if (!this.#catchUp.isRunning) return
    // The server may have read its response before the deletion.
    this.#catchUp.abandon()
    void this.catchUp()
  }

  async #deliver(message: ChatMessage): Promise<void> {
    this.#setEntries(log.addSending(this.state.get().entries, message))
    try {
      const sent = await this.#options.send(message.message, message.id, message.replyTo?.id ?? null)
      this.#incoming.flush()
      if (sent.isHeld) this.#setEntries(log.addHeld(this.state.get().entries, [sent]))
      else this.#addMessages([sent])
    } catch (error) {
      // An earlier attempt was stored, and the message has been deleted since.
      if (isDeleted(error))
        return this.#setEntries(log.removeMessages(this.state.get().entries, new Set([message.id])))
      console.error('a chat message was not sent', error)
      this.#setEntries(
        log.markFailed(this.state.get().entries, message.id, {
          reason: apiText(error),
          canRetry: !isAboutText(error),
        }),
      )
      this.#handleRefusal(error)
    }
  }

  /** A refusal may result from a rule that this page has not loaded yet. */
  #handleRefusal(error: unknown): void {
    if (!(error instanceof ApiError)) return
    const isSlowMode = error.code === 'slow_mode'
    if (isSlowMode) this.#slowMode.waitFor(error.retryAfter ?? 0)
    if (isSlowMode || error.status === 403) void this.#options.stream.refreshChat()
  }

  #showPage(entries: readonly ChatEntry[]): void {
    this.#setEntries(entries)
    if (this.state.get().status !== 'ready') this.state.set({ status: 'ready' })
  }

  #setEntries(entries: readonly ChatEntry[]): void {
    const trimmed = log.trimEntries(entries, this.#maxEntries)
    if (trimmed !== this.state.get().entries) this.state.set({ entries: trimmed })
  }
}

/** The same text is refused again. */
const isAboutText = (error: unknown) => error instanceof ApiError && error.status === 422
const isDeleted = (error: unknown) => error instanceof ApiError && error.code === 'message_deleted'
