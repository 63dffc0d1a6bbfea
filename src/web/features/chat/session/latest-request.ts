import type { ChatState } from '#shared/chat.ts'

type Options = { load: () => Promise<ChatState>; onAnswer: (standing: ChatState) => void }

/** The question how the chat stands: of several that are open, only the answer to the latest counts. */
export class LatestRequest {
  readonly #options: Options
  #asked: symbol | null = null

  constructor(options: Options) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#asked !== null
  }

  /** A failure is logged. */
  async ask(): Promise<void> {
    const round = Symbol()
    this.#asked = round
    try {
      const standing = await this.#options.load()
      if (this.#asked === round) this.#options.onAnswer(standing)
    } catch (error) {
      console.error('the rules of the chat could not be loaded', error)
    }
    if (this.#asked === round) this.#asked = null
  }

  /** What comes as an answer is not heard any more. */
  abandon(): void {
    this.#asked = null
  }
}
