import { once } from 'node:events'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'

const response = z.union([
  z.object({ type: z.literal('success'), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.nullable(z.number()), error: z.string(), message: z.string() }),
])

type Pending = { resolve: (result: unknown) => void; reject: (error: Error) => void }

/** Sends WebDriver BiDi commands (https://www.w3.org/TR/webdriver-bidi/) and ignores events. */
export class BidiConnection {
  readonly #socket: WebSocket
  readonly #pendingById = new Map<number, Pending>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => this.#receive(data.toString()))
    socket.on('close', () => {
      for (const { reject } of this.#pendingById.values())
        reject(new Error('the browser closed the connection'))
      this.#pendingById.clear()
    })
  }

  static async open(url: string): Promise<BidiConnection> {
    const socket = new WebSocket(url)
    await once(socket, 'open')
    return new BidiConnection(socket)
  }

  send(method: string, params: object): Promise<unknown> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#pendingById.set(id, {
        resolve,
        reject: (error) => reject(new Error(`${method}: ${error.message}`)),
      })
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
  }

  close(): void {
    this.#socket.close()
  }

  #receive(text: string): void {
    const message = response.safeParse(JSON.parse(text))
    if (!message.success || message.data.id === null) return
    const pending = this.#pendingById.get(message.data.id)
    this.#pendingById.delete(message.data.id)
    if (message.data.type === 'success') pending?.resolve(message.data.result)
    else pending?.reject(new Error(`${message.data.error}: ${message.data.message}`))
  }
}
