import type { ChatMessage } from '#shared/chat.ts'
import { CHAT_POLL_MS, LIMITS } from '#shared/constants.ts'
import type { UserRef } from '#shared/users.ts'
import { createStore } from '#web/lib/store.ts'
import type { Socket } from '#web/realtime/socket.ts'
import { type ChatEntry, addSending, addStored, lastStoredId, markFailed } from './chat-log.ts'

export type ChatState = {
  status: 'loading' | 'ready' | 'error'
  entries: ChatEntry[]
}

type Options = {
  streamId: string
  /** Who writes here; null for visitors, who only read. */
  sender: UserRef | null
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
  #ends: (() => void)[] = []

  constructor(options: Options) {
    this.#options = { pollMs: CHAT_POLL_MS, ...options }
  }

  open(): void {
    const { socket, streamId, pollMs } = this.#options
    const poll = setInterval(() => {
      // Nobody reads in a hidden tab: the reconnect or the first poll after it catches up.
      if (!socket.state.get().isConnected && !document.hidden) void this.catchUp()
    }, pollMs)
    this.#ends = [
      socket.hold(),
      socket.onConnected(() => {
        socket.send({ type: 'subscribe', streamId })
        void this.catchUp()
      }),
      socket.onMessage((message) => {
        if (message.type === 'chat_message' && message.streamId === streamId) this.#take([message.data])
      }),
      () => clearInterval(poll),
    ]
    void this.catchUp()
  }

  close(): void {
    for (const end of this.#ends) end()
    this.#ends = []
  }

  /** Asks for what came since the newest message that is here. */
  async catchUp(): Promise<void> {
    const { load } = this.#options
    try {
      let messages: ChatMessage[]
      do {
        const after = lastStoredId(this.state.get().entries)
        messages = await load(after)
        this.#take(messages)
        if (after === undefined) break
      } while (messages.length === LIMITS.chatPage)
      this.state.set({ status: 'ready' })
    } catch (error) {
      console.error('chat could not be loaded', error)
      if (this.state.get().status === 'loading') this.state.set({ status: 'error' })
    }
  }

  /** Sends a message; empty text is not sent. A failure is logged and stays in its place, to be tried again. */
  async send(text: string): Promise<void> {
    const { sender, streamId } = this.#options
    const message = text.trim()
    if (!sender || message === '') return
    const clientId = crypto.randomUUID()
    const createdAt = new Date().toISOString()
    await this.#deliver({
      id: clientId,
      clientId,
      streamId,
      userId: sender.id,
      message,
      createdAt,
      user: sender,
    })
  }

  async retry(entry: ChatEntry): Promise<void> {
    await this.#deliver(entry.message)
  }

  async #deliver(message: ChatMessage): Promise<void> {
    this.state.set({ entries: addSending(this.state.get().entries, message) })
    try {
      this.#take([await this.#options.send(message.message, message.id)])
    } catch (error) {
      console.error('a chat message was not sent', error)
      this.state.set({ entries: markFailed(this.state.get().entries, message.id) })
    }
  }

  #take(messages: readonly ChatMessage[]): void {
    this.state.set({ entries: addStored(this.state.get().entries, messages) })
  }
}
