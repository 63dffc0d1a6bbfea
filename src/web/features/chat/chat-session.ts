import { v4 } from 'uuid'
import type { ChatMessage } from '#shared/chat.ts'
import { CHAT_POLL_MS, LIMITS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { UserRef } from '#shared/users.ts'
import { apiText } from '#web/api/api-error.ts'
import { createStore } from '#web/lib/store.ts'
import type { Socket } from '#web/realtime/socket.ts'
import { type ChatEntry, addLatest, addSending, addStored, markFailed, resumeId } from './chat-log.ts'

/** Who missed more full pages than this begins again with the latest messages. */
const MAX_PAGES = 5

export type ChatState = {
  status: 'loading' | 'ready' | 'error'
  entries: readonly ChatEntry[]
}

type Options = {
  streamId: string
  socket: Pick<Socket, 'hold' | 'send' | 'onMessage' | 'onConnected' | 'state'>
  /** The latest messages, or those after one, oldest first. */
  load: (after: string | undefined) => Promise<ChatMessage[]>
  send: (message: string, clientId: string) => Promise<ChatMessage>
  pollMs?: number
}

/**
 * One stream's chat: messages come over the socket; while it is down they are asked for every 2 seconds, and
 * after a reconnect what was missed is caught up. A message appears at once and is replaced by its stored form.
 */
export class ChatSession {
  readonly state = createStore<ChatState>({ status: 'loading', entries: [] })
  readonly #options: Required<Options>
  #sender: UserRef | null = null
  #ends: (() => void)[] = []
  #loading: Promise<void> | null = null
  /** Counts catch-ups; a new one leaves an earlier one behind. */
  #round = 0
  /** Everything up to this message is here; what a page asks from on. */
  #resumeId: string | undefined
  /** The server has confirmed it on this connection. */
  #isSubscribed = false
  /** Nothing was missed, and all that comes comes over the socket. */
  #isInStep = false

  constructor(options: Options) {
    this.#options = { pollMs: CHAT_POLL_MS, ...options }
  }

  /** Who writes here from now on; null for visitors, who only read. */
  setSender(sender: UserRef | null): void {
    this.#sender = sender
  }

  open(): void {
    const { socket, streamId, pollMs } = this.#options
    const poll = setInterval(() => {
      // Nobody reads in a hidden tab: the reconnect or the first poll after it catches up.
      if (!this.#isInStep && !document.hidden) void this.catchUp()
    }, pollMs)
    this.#ends = [
      socket.hold(),
      socket.onMessage((message) => this.#receive(message)),
      socket.state.subscribe(() => {
        if (!socket.state.get().isConnected) this.#fallBehind()
      }),
      socket.onConnected(() => {
        this.#fallBehind()
        socket.send({ type: 'subscribe', streamId })
      }),
      () => clearInterval(poll),
    ]
    void this.catchUp()
  }

  close(): void {
    for (const end of this.#ends) end()
    this.#ends = []
    this.#fallBehind()
    this.#abandonLoading()
  }

  /** Asks for what came since the newest message that is here; joins in when that is being done already. */
  catchUp(): Promise<void> {
    if (this.#loading) return this.#loading
    const loading = this.#load().finally(() => {
      if (this.#loading === loading) this.#loading = null
    })
    this.#loading = loading
    return loading
  }

  /** Sends a message; empty text is not sent. A failure is logged and stays in its place, to be tried again. */
  async send(text: string): Promise<void> {
    const { streamId } = this.#options
    const sender = this.#sender
    const message = text.trim()
    if (!sender || message === '') return
    // The browser's own randomUUID is missing on plain http, where chat works all the same.
    const clientId = v4()
    const createdAt = new Date().toISOString()
    await this.#deliver({
      id: clientId,
      clientId,
      streamId,
      userId: sender.id,
      message,
      createdAt,
      user: sender,
      replyTo: null,
    })
  }

  /** Sends a message that failed again; one that has arrived meanwhile, or is on its way, is left alone. */
  async retry({ key, message }: ChatEntry): Promise<void> {
    const now = this.state.get().entries.find((entry) => entry.key === key)
    if (now?.state === 'failed') await this.#deliver(message)
  }

  #receive(message: Downstream): void {
    if (!('streamId' in message) || message.streamId !== this.#options.streamId) return
    if (message.type === 'chat_message') {
      this.#put(addStored(this.state.get().entries, [message.data]))
      if (this.#isInStep) this.#resumeId = resumeId(this.state.get().entries)
    }
    if (message.type === 'subscribed' && !this.#isSubscribed) {
      this.#isSubscribed = true
      // A question that was asked before may miss what was written since.
      this.#abandonLoading()
      void this.catchUp()
    }
  }

  #fallBehind(): void {
    this.#isSubscribed = false
    this.#isInStep = false
  }

  #abandonLoading(): void {
    this.#round += 1
    this.#loading = null
  }

  async #load(): Promise<void> {
    const round = (this.#round += 1)
    const isCurrent = () => round === this.#round
    try {
      for (let pages = 1; (await this.#loadPage()) && isCurrent(); pages += 1) {
        if (pages >= MAX_PAGES) this.#resumeId = undefined
      }
      if (!isCurrent()) return
      this.#resumeId = resumeId(this.state.get().entries)
      this.#isInStep = this.#isSubscribed
    } catch (error) {
      console.error('chat could not be loaded', error)
      if (isCurrent() && this.state.get().status === 'loading') this.state.set({ status: 'error' })
    }
  }

  /** Says whether there may be more. */
  async #loadPage(): Promise<boolean> {
    const after = this.#resumeId
    const messages = await this.#options.load(after)
    const { entries, status } = this.state.get()
    const add = after === undefined ? addLatest : addStored
    this.#put(add(entries, messages))
    if (status !== 'ready') this.state.set({ status: 'ready' })
    this.#resumeId = messages.at(-1)?.id ?? after
    return after !== undefined && messages.length === LIMITS.chatPage
  }

  async #deliver(message: ChatMessage): Promise<void> {
    this.#put(addSending(this.state.get().entries, message))
    try {
      const stored = await this.#options.send(message.message, message.id)
      this.#put(addStored(this.state.get().entries, [stored]))
    } catch (error) {
      console.error('a chat message was not sent', error)
      this.#put(markFailed(this.state.get().entries, message.id, apiText(error)))
    }
  }

  #put(entries: readonly ChatEntry[]): void {
    if (entries !== this.state.get().entries) this.state.set({ entries })
  }
}
