import { sequenceOf } from './rtp.ts'

/** The latest packets of one track, stored once for retransmission to all viewers. */
export class PacketRing {
  readonly #packets: (Buffer | undefined)[]
  readonly #mask: number

  /** `capacity` is a power of two, at most 65536. */
  constructor(capacity: number) {
    this.#packets = Array.from({ length: capacity }, () => undefined)
    this.#mask = capacity - 1
  }

  put(packet: Buffer): void {
    this.#packets[sequenceOf(packet) & this.#mask] = packet
  }

  find(sequence: number): Buffer | undefined {
    const packet = this.#packets[sequence & this.#mask]
    return packet && sequenceOf(packet) === sequence ? packet : undefined
  }
}
