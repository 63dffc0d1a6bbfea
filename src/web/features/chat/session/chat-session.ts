import type { ChatMessage } from '#shared/chat.ts'
import { CHAT_POLL_MS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { UserRef } from '#shared/users.ts'
import { ApiError, apiText } from '#web/api/api-error.ts'
import { createStore } from '#web/lib/store.ts'
import type { Socket } from '#web/realtime/socket.ts'
import { followStream } from '#web/realtime/follow-stream.ts'
import { Batch } from './batch.ts'
import { CatchUp } from './catch-up.ts'
import * as log from './chat-log.ts'
import type { ChatEntry } from './chat-log.ts'
import { ChatStateStore } from './chat-state-store.ts'
import { ownMessage } from './own-message.ts'
import type { ChatState } from '#shared/chat.ts'

/** Between two changes of the list, so that the page keeps up with any number of messages. */
const BATCH_MS = 100
/** As much as a page keeps; and while its reader looks at old messages, which must not go from under its eyes. */
const KEPT = { following: 500, reading: 2000 }

export type ChatView = {
  status: 'loading' | 'ready' | 'error'
  entries: readonly ChatEntry[]
  /** Rules, the pinned message and what the reader may do; null until the server has said it. */
  standing: ChatState | null
  /** When slow mode lets the reader write again, in ms since 1970. */
  readyAt: number
}

type Options = {
  streamId: string
  streamerId: string
  socket: Pick<Socket, 'hold' | 'send' | 'onMessage' | 'onConnected' | 'state'>
  /** The latest messages, or those after one, oldest first. */
  load: (after: string | undefined) => Promise<ChatMessage[]>
  /** Which messages from one to another, by their ids, were taken out. */
  loadDeleted: (from: string, until: string) => Promise<string[]>
  loadStanding: () => Promise<ChatState>
  send: (message: string, clientId: string, replyTo: string | null) => Promise<ChatMessage>
  pollMs?: number
}

/**
 * One stream's chat: messages come over the socket; while it is down they are asked for every 2 seconds, and
 * after a reconnect what was missed is caught up. A message appears at once and is replaced by its stored form.
 */
export class ChatSession {
  readonly state = createStore<ChatView>({ status: 'loading', entries: [], standing: null, readyAt: 0 })
  readonly #options: Required<Options>
  readonly #arriving = new Batch<ChatMessage>((messages) => this.#take(messages), BATCH_MS)
  readonly #deleted = new Set<string>()
  readonly #missed: CatchUp
  readonly #standing: ChatStateStore
  #kept = KEPT.following
  #sender: UserRef | null = null
  #ends: (() => void)[] = []
  /** The server has confirmed it on this connection. */
  #isSubscribed = false
  /** Nothing was missed, and all that comes comes over the socket. */
  #isInStep = false
  /** It was in step, and then away. */
  #wasAway = false

  constructor(options: Options) {
    this.#options = { pollMs: CHAT_POLL_MS, ...options }
    this.#missed = new CatchUp({
      load: options.load,
      loadDeleted: options.loadDeleted,
      entries: () => this.state.get().entries,
      onPage: (entries) => this.#show(log.without(entries, this.#deleted)),
      onDone: () => {
        this.#isInStep = this.#isSubscribed
      },
      onFailed: () => {
        if (this.state.get().status === 'loading') this.state.set({ status: 'error' })
      },
    })
    this.#standing = new ChatStateStore({
      streamId: options.streamId,
      streamerId: options.streamerId,
      load: options.loadStanding,
      onChange: (change) => this.state.set(change),
      onUnbanned: () => this.#subscribe(),
      onTurnedOn: () => void this.catchUp(),
    })
  }

  /** Who writes here from now on; null for visitors, who only read. */
  setSender(sender: UserRef | null): void {
    const isOther = sender?.id !== this.#sender?.id
    this.#sender = sender
    if (isOther && this.#ends.length > 0) void this.askStanding()
  }

  /** The reader looks at old messages, or follows the newest again. */
  setReading(isReading: boolean): void {
    this.#kept = isReading ? KEPT.reading : KEPT.following
  }

  open(): void {
    const { socket, pollMs } = this.#options
    const poll = setInterval(() => this.#poll(), pollMs)
    this.#ends = [
      followStream(socket, this.#options.streamId),
      socket.hold(),
      socket.onMessage((message) => this.apply(message)),
      socket.state.subscribe(() => {
        if (!socket.state.get().isConnected) this.#fallBehind()
      }),
      socket.onConnected(() => this.#subscribe()),
      () => clearInterval(poll),
      () => this.#arriving.clear(),
    ]
    void this.catchUp()
    void this.askStanding()
  }

  close(): void {
    this.#fallBehind()
    this.#standing.abandon()
    this.#missed.abandon()
    for (const end of this.#ends) end()
    this.#ends = []
  }

  /** Asks for what came since the newest message that is here; joins in when that is being done already. */
  catchUp(): Promise<void> {
    return this.#missed.run()
  }

  /** Asks anew for the rules and for what the reader may do; an earlier question that is still open is left. */
  askStanding(): Promise<void> {
    return this.#standing.ask()
  }

  /** Sends a message; empty text is not sent. A failure is logged and stays in its place, to be tried again. */
  async send(text: string, answered: ChatMessage | null = null): Promise<void> {
    const sender = this.#sender
    const message = text.trim()
    if (!sender || message === '') return
    const { streamId } = this.#options
    await this.#deliver(ownMessage({ streamId, sender, message, answered }))
  }

  /** Sends a message that failed again; one that has arrived meanwhile, or is on its way, is left alone. */
  async retry({ key }: ChatEntry): Promise<void> {
    const now = this.state.get().entries.find((entry) => entry.key === key)
    if (now?.state === 'failed') await this.#deliver(now.message)
  }

  /** Takes in what the socket brings; also what a moderator's own call has come to, which the socket may lack. */
  apply(message: Downstream): void {
    const { streamId } = this.#options
    this.#standing.apply(message)
    if (!('streamId' in message) || message.streamId !== streamId) return
    if (message.type === 'chat_message') this.#arriving.add(message.data)
    if (message.type === 'chat_deleted') this.#forget(message.data)
    if (message.type === 'subscribed' && !this.#isSubscribed) {
      this.#isSubscribed = true
      // A question that was asked before may miss what was written since.
      this.#missed.abandon()
      if (this.#wasAway) this.#missed.lookBack()
      this.#wasAway = false
      void this.catchUp()
      void this.askStanding()
    }
  }

  #poll(): void {
    // Nobody reads in a hidden tab: the reconnect or the first poll after it catches up.
    if (this.#isInStep || document.hidden || this.#standing.isBanned) return
    void this.catchUp()
    if (!this.#standing.isKnown) void this.askStanding()
  }

  #subscribe(): void {
    this.#fallBehind()
    this.#options.socket.send({ type: 'subscribe', streamId: this.#options.streamId })
  }

  #fallBehind(): void {
    // What has come until now is not to be asked for again.
    this.#arriving.flush()
    this.#wasAway ||= this.#isInStep
    this.#isSubscribed = false
    this.#isInStep = false
  }

  #take(messages: ChatMessage[]): void {
    const left = messages.filter(({ id }) => !this.#deleted.has(id))
    this.#put(log.addStored(this.state.get().entries, left))
    if (this.#isInStep) this.#missed.noteInStep()
    const isOwn = messages.some(({ userId }) => userId === this.#sender?.id)
    if (isOwn) this.#standing.wrote()
  }

  #forget(deleted: Extract<Downstream, { type: 'chat_deleted' }>['data']): void {
    this.#arriving.flush()
    const { entries } = this.state.get()
    const gone =
      'messageIds' in deleted
        ? deleted.messageIds
        : entries
            .filter(({ message, state }) => state === 'sent' && message.userId === deleted.userId)
            .map(({ key }) => key)
    for (const id of gone) this.#deleted.add(id)
    this.#put(log.without(entries, new Set(gone)))
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
      // It had arrived before this try, and was taken out.
      if (isDeleted(error)) return this.#put(log.without(this.state.get().entries, new Set([message.id])))
      console.error('a chat message was not sent', error)
      this.#put(log.markFailed(this.state.get().entries, message.id, apiText(error)))
      this.#standing.handleRefusal(error)
    }
  }

  #show(entries: readonly ChatEntry[]): void {
    this.#put(entries)
    if (this.state.get().status !== 'ready') this.state.set({ status: 'ready' })
  }

  #put(entries: readonly ChatEntry[]): void {
    const kept = log.trimmed(entries, this.#kept)
    if (kept !== this.state.get().entries) this.state.set({ entries: kept })
  }
}

const isDeleted = (error: unknown) => error instanceof ApiError && error.code === 'message_deleted'
