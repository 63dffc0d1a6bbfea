import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'

/** The faults of a link: the fraction of packets that it loses, its delay, and its bandwidth. */
export type Faults = { loss?: number; delayMs?: number; bitsPerSecond?: number }

/** A narrow link queues packets for this long before it drops them, like a home router with a short queue. */
const QUEUE_MS = 500

/**
 * A link between one browser and the engine: a UDP proxy on this machine. The browser gets only the proxy's port and the
 * engine no address of the browser, so neither can bypass it. The faults apply to the direction of the media; the other
 * direction is clean.
 */
export class FaultyLink {
  faults: Faults = {}
  /** Packets that were lost in the direction of the media. */
  lost = 0
  readonly #mediaDirection: 'to the engine' | 'from the engine'
  readonly #browserSocket: Socket
  readonly #enginePort: number
  /** The engine sees each of the browser's addresses as one of the proxy's sockets. */
  readonly #engineSockets = new Map<string, Socket>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #queueEmptyAt = 0

  private constructor(
    browserSocket: Socket,
    enginePort: number,
    mediaDirection: 'to the engine' | 'from the engine',
  ) {
    this.#browserSocket = browserSocket
    this.#enginePort = enginePort
    this.#mediaDirection = mediaDirection
    browserSocket.on('message', (packet, from) => this.#handleBrowserPacket(packet, from))
  }

  static async open(
    enginePort: number,
    mediaDirection: 'to the engine' | 'from the engine',
  ): Promise<FaultyLink> {
    const browserSocket = createSocket('udp4')
    browserSocket.bind(0, '127.0.0.1')
    await once(browserSocket, 'listening')
    return new FaultyLink(browserSocket, enginePort, mediaDirection)
  }

  get port(): number {
    return this.#browserSocket.address().port
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    for (const socket of [this.#browserSocket, ...this.#engineSockets.values()]) socket.close()
  }

  #handleBrowserPacket(packet: Buffer, from: RemoteInfo): void {
    const key = `${from.address}:${from.port}`
    const engineSocket = this.#engineSockets.get(key) ?? this.#openEngineSocket(from)
    this.#engineSockets.set(key, engineSocket)
    const send = () => engineSocket.send(packet, this.#enginePort, '127.0.0.1')
    if (this.#mediaDirection === 'to the engine') this.#degrade(packet.length, send)
    else send()
  }

  #openEngineSocket({ address, port }: RemoteInfo): Socket {
    const engineSocket = createSocket('udp4')
    engineSocket.bind(0, '127.0.0.1')
    engineSocket.on('message', (packet) => {
      const send = () => this.#browserSocket.send(packet, port, address)
      if (this.#mediaDirection === 'from the engine') this.#degrade(packet.length, send)
      else send()
    })
    return engineSocket
  }

  #degrade(bytes: number, send: () => void): void {
    const { loss = 0, delayMs = 0, bitsPerSecond = Infinity } = this.faults
    const now = performance.now()
    const startsAt = Math.max(now, this.#queueEmptyAt)
    if (Math.random() < loss || startsAt - now > QUEUE_MS) {
      this.lost++
      return
    }
    // IP and UDP headers, 28 bytes, use bandwidth as well.
    this.#queueEmptyAt = startsAt + ((bytes + 28) * 8000) / bitsPerSecond
    this.#sendAfter(this.#queueEmptyAt + delayMs - now, send)
  }

  #sendAfter(ms: number, send: () => void): void {
    if (ms < 0.5) return send()
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      send()
    }, ms)
    this.#timers.add(timer)
  }
}
