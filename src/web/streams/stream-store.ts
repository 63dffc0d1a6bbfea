import type { ChatState } from '#shared/chat.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { Stream } from '#shared/streams.ts'
import { pageUser } from '#web/api/page-user.ts'
import { JitteredCall } from '#web/lib/jittered-call.ts'
import { RefCounter } from '#web/lib/ref-counter.ts'
import type { Socket } from '#web/realtime/socket.ts'
import { CachedRecord } from './cached-record.ts'
import { loadedAt } from './chat-state.ts'
import { likeIntents } from './like-intents.ts'
import { type Change, type Replay, loadSnapshot, logChange } from './snapshots.ts'
import {
  type StreamState,
  UNKNOWN_STREAM,
  isOutdated,
  reduceStream,
  withChat,
  withRecord,
  withSnapshot,
  withoutConnection,
} from './stream-state.ts'

/** Longest time until a page asks again after its socket was away, in ms; all viewers come back at the same time. */
const SPREAD_MS = 2000
/** The same for the owner, whose pages are few. */
const OWNER_SPREAD_MS = 500

type Subscribed = Extract<Downstream, { type: 'subscribed' }>

type Options = {
  streamId: string
  socket: Pick<Socket, 'hold' | 'send' | 'onMessage' | 'onConnected' | 'state'>
  loadRecord: () => Promise<Stream>
  loadChat: () => Promise<ChatState>
  spreadMs?: number
}

/**
 * One stream as this page knows it. While it is open it follows the stream's topic: it subscribes, loads snapshots over
 * HTTP, applies messages, and loads again when a snapshot proves old. The record itself is the one in the entity cache.
 */
export class StreamStore {
  readonly #options: Options
  readonly #record: CachedRecord
  readonly #holders = new RefCounter(() => this.#start())
  readonly #chatHolders = new RefCounter(() => this.#startChat())
  readonly #listeners = new Set<() => void>()
  readonly #refreshSoon = new JitteredCall(() => this.#refresh())
  #state = UNKNOWN_STREAM
  /** It was subscribed, and lost the connection. */
  #wasAway = false
  #subscribedTo: Subscribed | null = null
  #latestRecord: symbol | null = null
  #latestChat: symbol | null = null

  constructor(options: Options) {
    this.#options = options
    this.#record = new CachedRecord(options.streamId)
  }

  get = (): StreamState => {
    const record = this.#record.get()
    if (record !== this.#state.record) this.#state = { ...this.#state, record }
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Follows the stream until the function that it returns is called by the last holder. */
  open(): () => void {
    return this.#holders.hold()
  }

  /** Also follows the state of the chat. */
  openChat(): () => void {
    return this.#chatHolders.hold()
  }

  /** Applies a message of the socket, or the outcome of a call of this page, which the socket may not bring. */
  apply(message: Downstream): void {
    const before = this.get()
    const context = { isSignedIn: Boolean(pageUser.get().user), now: Date.now() }
    const change: Change = (state) => reduceStream(state, message, context)
    // Counting a message twice would be worse than missing one until the next snapshot.
    if (message.type === 'chat_message') this.#set(change(before))
    else this.change(change)
    this.#followUp(before, message)
  }

  /** Changes the state on this page, before the server has been asked. */
  change(change: Change): void {
    logChange(this.#options.streamId, change)
    this.#set(change(this.get()))
  }

  /** Loads the record as it is now; the query cache calls this, and stores what it returns. */
  loadRecord = async (): Promise<Stream> => {
    const request = (this.#latestRecord = Symbol())
    const wasSubscribed = this.get().isSubscribed
    const { snapshot, replay } = await loadSnapshot(this.#options.loadRecord)
    if (request !== this.#latestRecord) return snapshot
    const record = this.accept(snapshot, replay)
    const isNewlySubscribed = !wasSubscribed && this.get().isSubscribed
    if (isNewlySubscribed && this.#subscribedTo && this.#isOlder(this.#subscribedTo))
      void this.refreshRecord()
    return record
  }

  /** Takes over a record from a snapshot; returns it with everything newer that this page knows. */
  accept(snapshot: Stream, replay: Replay): Stream {
    const { record = snapshot } = replay(this.#options.streamId, withRecord(this.get(), snapshot))
    this.#set(withSnapshot(this.get(), record))
    return record
  }

  /** Loads the record again if it is known. */
  refreshRecord(): Promise<void> {
    return this.#record.refresh()
  }

  /** Loads the chat state again; of several requests only the latest counts. A failure is logged. */
  async refreshChat(): Promise<void> {
    const request = (this.#latestChat = Symbol())
    try {
      const { snapshot, replay } = await loadSnapshot(this.#options.loadChat)
      if (request !== this.#latestChat) return
      const loaded = withChat(this.get(), loadedAt(snapshot, Date.now()))
      const { chat, isBanned } = replay(this.#options.streamId, loaded)
      this.#set({ ...this.get(), chat, isBanned })
    } catch (error) {
      console.error('the rules of the chat could not be loaded', error)
    }
  }

  #start(): () => void {
    const { socket, streamId } = this.#options
    const cleanups = [
      this.#record.observe(this.loadRecord, () => this.#notify()),
      socket.hold(),
      socket.onMessage((message) => this.#receive(message)),
      socket.state.subscribe(() => this.#followSocket()),
      socket.onConnected(() => this.#subscribe()),
    ]
    return () => {
      socket.send({ type: 'unsubscribe', streamId })
      for (const cleanup of cleanups.toReversed()) cleanup()
      this.#refreshSoon.cancel()
      this.#wasAway = false
      this.#subscribedTo = null
      this.#state = UNKNOWN_STREAM
    }
  }

  #startChat(): () => void {
    const close = this.open()
    void this.refreshChat()
    return () => {
      this.#latestChat = null
      close()
    }
  }

  #receive(message: Downstream): void {
    const { streamId } = this.#options
    const isAboutStream = 'streamId' in message && message.streamId === streamId
    if (!isAboutStream && message.type !== 'follow_changed') return
    // The current user's like on this page is newer than that on another page.
    if (message.type === 'stream_like_changed' && likeIntents.isRunning(streamId)) return
    this.apply(message)
  }

  #subscribe(): void {
    this.#set(withoutConnection(this.get()))
    this.#options.socket.send({ type: 'subscribe', streamId: this.#options.streamId })
  }

  #followSocket(): void {
    const { isSubscribed } = this.get()
    if (this.#options.socket.state.get().isConnected) return
    this.#wasAway ||= isSubscribed
    if (isSubscribed) this.#set(withoutConnection(this.get()))
  }

  #followUp(before: StreamState, message: Downstream): void {
    switch (message.type) {
      case 'subscribed':
        return this.#subscribed(message, !before.isSubscribed)
      case 'stream_joined':
        if (isOutdated(before.record, message)) this.#requestRefresh()
        return
      case 'stream_deleted':
        return this.#requestRefresh()
      case 'chat_deleted':
        // How many messages are left is shown to the owner alone.
        if (this.#isOwner) this.#requestRefresh()
        return
      case 'chat_restricted':
        // The server had ended the subscription with the ban.
        if (before.isBanned && !this.get().isBanned) this.#subscribe()
        return
      case 'error':
        if (message.code === 'not_found' && message.clientId === undefined) void this.refreshRecord()
        return
      default:
    }
  }

  /** Changes from before the subscription were not reported to this page. */
  #subscribed(message: Subscribed, isNew: boolean): void {
    const isBack = this.#wasAway
    this.#wasAway = false
    this.#subscribedTo = message
    if (isBack && !this.#isOwner) return this.#requestRefresh()
    if (isNew ? this.#isOlder(message) : isOutdated(this.get().record, message)) void this.refreshRecord()
    if (isNew && this.#chatHolders.isHeld) void this.refreshChat()
  }

  /** The owner's page also shows counts that do not change the record's version. */
  #isOlder(message: Subscribed): boolean {
    return this.#isOwner || isOutdated(this.get().record, message)
  }

  get #isOwner(): boolean {
    return this.get().record?.viewer.isOwner ?? false
  }

  #requestRefresh(): void {
    const { spreadMs = SPREAD_MS } = this.#options
    this.#refreshSoon.request(this.#isOwner ? OWNER_SPREAD_MS : spreadMs)
  }

  #refresh(): void {
    void this.refreshRecord()
    if (this.#chatHolders.isHeld) void this.refreshChat()
  }

  #set(next: StreamState): void {
    const before = this.get()
    if (next === before) return
    this.#state = next
    if (next.record !== before.record) this.#record.set(next.record)
    this.#notify()
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
