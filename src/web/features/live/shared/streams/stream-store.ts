import type { ChatState } from '#shared/live/chat.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { Stream } from '#shared/live/streams.ts'
import { pageUser } from '#web/api/page-user.ts'
import { JitteredCall } from '#web/lib/jittered-call.ts'
import { RefCounter } from '#web/lib/ref-counter.ts'
import type { Socket } from '#web/realtime/socket.ts'
import { CachedRecord } from './cached-record.ts'
import { withLocalClock } from './chat-state.ts'
import { streamLikeIntents } from './stream-like-intents.ts'
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

/** Longest delay of a page's refresh after a reconnect, in ms: it spreads the requests of all viewers over time. */
const SPREAD_MS = 2000
/** The same for the owner, who has few pages. */
const OWNER_SPREAD_MS = 500

type Subscribed = Extract<Downstream, { type: 'subscribed' }>
type SocketError = Extract<Downstream, { type: 'error' }>

type Options = {
  streamId: string
  socket: Pick<Socket, 'acquire' | 'send' | 'onMessage' | 'onConnected' | 'state'>
  loadRecord: () => Promise<Stream>
  loadChat: () => Promise<ChatState>
  spreadMs?: number
}

/**
 * The state of one stream on this page. While it is open it subscribes to the stream's topic, loads snapshots over
 * HTTP, applies messages, and reloads an outdated snapshot. The record itself is in the entity cache.
 */
export class StreamStore {
  readonly #options: Options
  readonly #record: CachedRecord
  readonly #references = new RefCounter(() => this.#start())
  readonly #chatReferences = new RefCounter(() => this.#startChat())
  readonly #listeners = new Set<() => void>()
  readonly #delayedRefresh = new JitteredCall(() => this.#refresh())
  readonly #delayedSubscribe = new JitteredCall(() => this.#subscribe())
  #state = UNKNOWN_STREAM
  /** The connection was lost after a subscription. */
  #wasDisconnected = false
  #latestSubscribed: Subscribed | null = null
  #latestRecordRequest: symbol | null = null
  #latestChatRequest: symbol | null = null

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

  /** Follows the stream until every caller has called its returned function. */
  open(): () => void {
    return this.#references.acquire()
  }

  /** As `open`, and also loads the chat state. */
  openChat(): () => void {
    return this.#chatReferences.acquire()
  }

  /** Applies a message of the socket, or the result of an API call of this page; the socket may be disconnected. */
  apply(message: Downstream): void {
    const before = this.get()
    const context = { isSignedIn: Boolean(pageUser.get().user), now: Date.now() }
    const change: Change = (state) => reduceStream(state, message, context)
    this.change(change)
    this.#followUp(before, message)
  }

  /** Changes the state on this page before the server's response. */
  change(change: Change): void {
    logChange(this.#options.streamId, change)
    this.#set(change(this.get()))
  }

  /** Loads the record; the query cache calls this and stores the result. */
  loadRecord = async (): Promise<Stream> => {
    const request = (this.#latestRecordRequest = Symbol())
    const wasSubscribed = this.get().isSubscribed
    const { snapshot, replay } = await loadSnapshot(this.#options.loadRecord)
    if (request !== this.#latestRecordRequest) return snapshot
    const record = this.accept(snapshot, replay)
    const isNewlySubscribed = !wasSubscribed && this.get().isSubscribed
    if (isNewlySubscribed && this.#latestSubscribed && this.#mustRefresh(this.#latestSubscribed))
      void this.refreshRecord()
    return record
  }

  /** Applies the record of a snapshot; returns it with the newer changes of this page. */
  accept(snapshot: Stream, replay: Replay): Stream {
    const { record = snapshot } = replay(this.#options.streamId, withRecord(this.get(), snapshot))
    this.#set(withSnapshot(this.get(), record))
    return record
  }

  /** Refetches the record if it is cached. */
  refreshRecord(): Promise<void> {
    return this.#record.refresh()
  }

  /** Reloads the chat state; of several requests only the latest is applied. A failure is logged. */
  async refreshChat(): Promise<void> {
    const request = (this.#latestChatRequest = Symbol())
    try {
      const { snapshot, replay } = await loadSnapshot(this.#options.loadChat)
      if (request !== this.#latestChatRequest) return
      const loaded = withChat(this.get(), withLocalClock(snapshot, Date.now()))
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
      socket.acquire(),
      socket.onMessage((message) => this.#receive(message)),
      socket.state.subscribe(() => this.#onSocketState()),
      socket.onConnected(() => this.#subscribe()),
    ]
    return () => {
      socket.send({ type: 'unsubscribe', streamId })
      for (const cleanup of cleanups.toReversed()) cleanup()
      this.#delayedRefresh.cancel()
      this.#delayedSubscribe.cancel()
      this.#wasDisconnected = false
      this.#latestSubscribed = null
      this.#state = UNKNOWN_STREAM
    }
  }

  #startChat(): () => void {
    const close = this.open()
    void this.refreshChat()
    return () => {
      this.#latestChatRequest = null
      close()
    }
  }

  #receive(message: Downstream): void {
    const { streamId } = this.#options
    // The pinned message and highlights may be of users who are hidden now, and the streamer may be one of them.
    if (message.type === 'hidden_users_changed' && this.#chatReferences.isAcquired) void this.refreshChat()
    const isAboutStream = 'streamId' in message && message.streamId === streamId
    if (!isAboutStream && message.type !== 'follow_changed') return
    if (message.type === 'stream_like_changed') {
      const { isLiked, likesCount } = message.data
      if (streamLikeIntents.report(streamId, { isOn: isLiked, count: likesCount })) return
    }
    this.apply(message)
  }

  #subscribe(): void {
    this.#delayedSubscribe.cancel()
    this.#set(withoutConnection(this.get()))
    this.#options.socket.send({ type: 'subscribe', streamId: this.#options.streamId })
  }

  #onSocketState(): void {
    const { isSubscribed } = this.get()
    if (this.#options.socket.state.get().isConnected) return
    this.#wasDisconnected ||= isSubscribed
    if (isSubscribed) this.#set(withoutConnection(this.get()))
  }

  #followUp(before: StreamState, message: Downstream): void {
    switch (message.type) {
      case 'subscribed':
        return this.#onSubscribed(message, !before.isSubscribed)
      case 'stream_joined':
        if (isOutdated(before.record, message)) this.#requestRefresh()
        return
      case 'stream_deleted':
        return this.#requestRefresh()
      case 'stream_started':
        // An encoder may have started it: the owner also sees what the figures were then.
        if (this.#isOwner && this.get().record !== before.record) this.#requestRefresh()
        return
      case 'chat_deleted':
        // Only the owner sees the number of messages.
        if (this.#isOwner) this.#requestRefresh()
        return
      case 'chat_restricted':
        // The ban has ended the subscription on the server.
        if (before.isBanned && !this.get().isBanned) this.#subscribe()
        return
      case 'error':
        return this.#onError(message)
      default:
    }
  }

  #onError({ code, requestType, clientId, retryAfter = 1 }: SocketError): void {
    if (code === 'not_found' && clientId === undefined) void this.refreshRecord()
    const isTemporary = code === 'rate_limited' || code === 'unavailable' || code === 'internal'
    if (isTemporary && requestType === 'subscribe')
      this.#delayedSubscribe.request(this.#spreadMs, retryAfter * 1000)
  }

  /** Reloads what may have changed before the subscription. */
  #onSubscribed(message: Subscribed, isNew: boolean): void {
    const isReconnect = this.#wasDisconnected
    this.#wasDisconnected = false
    this.#latestSubscribed = message
    if (isReconnect && !this.#isOwner) return this.#requestRefresh()
    if (isNew ? this.#mustRefresh(message) : isOutdated(this.get().record, message)) void this.refreshRecord()
    if (isNew && this.#chatReferences.isAcquired) void this.refreshChat()
  }

  /** The owner's page also shows counts, which change without the record's `updatedAt`. */
  #mustRefresh(message: Subscribed): boolean {
    return this.#isOwner || isOutdated(this.get().record, message)
  }

  get #isOwner(): boolean {
    return this.get().record?.viewer.isOwner ?? false
  }

  #requestRefresh(): void {
    this.#delayedRefresh.request(this.#spreadMs)
  }

  get #spreadMs(): number {
    return this.#isOwner ? OWNER_SPREAD_MS : (this.#options.spreadMs ?? SPREAD_MS)
  }

  #refresh(): void {
    void this.refreshRecord()
    if (this.#chatReferences.isAcquired) void this.refreshChat()
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
