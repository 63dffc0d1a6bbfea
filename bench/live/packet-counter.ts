/** Counts the packets of one track and the gaps in their sequence numbers. */
export class PacketCounter {
  packets = 0
  missing = 0
  #last: number | null = null

  /** Resets the counts but not the position in the sequence. */
  reset(): void {
    this.packets = 0
    this.missing = 0
  }

  add(packet: Buffer): void {
    const type = packet.readUInt8(1)
    // RTCP shares the track.
    if (type >= 192 && type <= 223) return
    this.packets++
    const sequence = packet.readUInt16BE(2)
    const step = this.#last === null ? 1 : ((sequence - this.#last) << 16) >> 16
    // A late packet was counted as missing before.
    if (step <= 0) this.missing--
    else this.missing += step - 1
    if (step > 0) this.#last = sequence
  }
}
