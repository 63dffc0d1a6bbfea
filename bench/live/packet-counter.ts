/** The packets of one track as they come, and how many of their numbers are missing. */
export class PacketCounter {
  packets = 0
  missing = 0
  #last: number | null = null

  /** Forgets the counts, not where the track stands. */
  reset(): void {
    this.packets = 0
    this.missing = 0
  }

  add(packet: Buffer): void {
    const type = packet.readUInt8(1)
    // Reports share the line.
    if (type >= 192 && type <= 223) return
    this.packets++
    const sequence = packet.readUInt16BE(2)
    const step = this.#last === null ? 1 : ((sequence - this.#last) << 16) >> 16
    // One that comes late was counted as missing.
    if (step <= 0) this.missing--
    else this.missing += step - 1
    if (step > 0) this.#last = sequence
  }
}
