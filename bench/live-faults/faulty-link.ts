import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'

/** What is wrong with a line: the share of packets that it loses, the time it takes, the bits a second it carries. */
export type Faults = { loss?: number; delayMs?: number; bitsPerSecond?: number }

/** A narrow line keeps so much waiting before it drops packets: a home router's queue, rather short. */
const QUEUE_MS = 500

/**
 * A line between one browser and the engine: a UDP proxy on this machine. The browser is told the proxy's port alone,
 * and the engine learns of no address of the browser's, so neither can go around it. Its faults are those of the
 * direction in which sound and picture go; the way back is clean.
 */
export class Line {
  faults: Faults = {}
  /** Packets that did not get through, in the direction of the media. */
  lost = 0
  readonly #mediaGoes: 'to the engine' | 'from the engine'
  readonly #outer: Socket
  readonly #enginePort: number
  /** The engine sees each of the browser's addresses as one of ours. */
  readonly #inner = new Map<string, Socket>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #freeAt = 0

  private constructor(outer: Socket, enginePort: number, mediaGoes: 'to the engine' | 'from the engine') {
    this.#outer = outer
    this.#enginePort = enginePort
    this.#mediaGoes = mediaGoes
    outer.on('message', (packet, from) => this.#fromBrowser(packet, from))
  }

  static async open(enginePort: number, mediaGoes: 'to the engine' | 'from the engine'): Promise<Line> {
    const outer = createSocket('udp4')
    outer.bind(0, '127.0.0.1')
    await once(outer, 'listening')
    return new Line(outer, enginePort, mediaGoes)
  }

  get port(): number {
    return this.#outer.address().port
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    for (const socket of [this.#outer, ...this.#inner.values()]) socket.close()
  }

  #fromBrowser(packet: Buffer, from: RemoteInfo): void {
    const key = `${from.address}:${from.port}`
    const inner = this.#inner.get(key) ?? this.#open(from)
    this.#inner.set(key, inner)
    const send = () => inner.send(packet, this.#enginePort, '127.0.0.1')
    if (this.#mediaGoes === 'to the engine') this.#spoil(packet.length, send)
    else send()
  }

  #open({ address, port }: RemoteInfo): Socket {
    const inner = createSocket('udp4')
    inner.bind(0, '127.0.0.1')
    inner.on('message', (packet) => {
      const send = () => this.#outer.send(packet, port, address)
      if (this.#mediaGoes === 'from the engine') this.#spoil(packet.length, send)
      else send()
    })
    return inner
  }

  #spoil(bytes: number, send: () => void): void {
    const { loss = 0, delayMs = 0, bitsPerSecond = Infinity } = this.faults
    const now = performance.now()
    const starts = Math.max(now, this.#freeAt)
    if (Math.random() < loss || starts - now > QUEUE_MS) {
      this.lost++
      return
    }
    // The headers of IP and UDP take their time as well.
    this.#freeAt = starts + ((bytes + 28) * 8000) / bitsPerSecond
    this.#after(this.#freeAt + delayMs - now, send)
  }

  #after(ms: number, send: () => void): void {
    if (ms < 0.5) return send()
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      send()
    }, ms)
    this.#timers.add(timer)
  }
}
