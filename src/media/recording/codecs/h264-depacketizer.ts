import { readSpsSize } from './h264-sps.ts'
import { type Depacketiser, LARGEST_FRAME, type VideoFrame } from './video-frame.ts'

const [IDR, SPS, PPS, DELIMITER] = [5, 7, 8, 9]
const [STAP_A, FU_A] = [24, 28]

/**
 * H264 in RTP, packetization-mode 1: RFC 6184. A picture comes out with the length of each unit before it, parameter
 * sets included: a broadcaster may change them, with the size of the picture, at any keyframe.
 */
export class H264Depacketiser implements Depacketiser {
  #pieces: Buffer[] = []
  #bytes = 0
  #timestamp = 0
  #isKey = false
  /** Of a unit that comes in fragments: its length field, still without its value. */
  #fragmented: { length: Buffer; bytes: number } | null = null
  #sps: Buffer | null = null
  #pps: Buffer | null = null

  push(payload: Buffer, timestamp: number, isLast: boolean): VideoFrame | null | 'broken' {
    if (payload.length === 0) return null
    // The packet with the marker was lost, or the sender sets none.
    const isBroken = this.#pieces.length > 0 && timestamp !== this.#timestamp
    if (isBroken) this.drop()
    this.#timestamp = timestamp
    if (!this.#take(payload) || this.#bytes > LARGEST_FRAME) {
      this.drop()
      return 'broken'
    }
    if (!isLast) return isBroken ? 'broken' : null
    const frame = this.#finish()
    return isBroken && frame !== 'broken' && !frame?.isKey ? 'broken' : frame
  }

  drop(): void {
    this.#pieces = []
    this.#bytes = 0
    this.#isKey = false
    this.#fragmented = null
  }

  /** AVCDecoderConfigurationRecord, ISO 14496-15 section 5.3.3.1. */
  get description(): Buffer | null {
    const [sps, pps] = [this.#sps, this.#pps]
    if (!sps || !pps || sps.length < 4) return null
    return Buffer.concat([
      Buffer.from([1, sps.readUInt8(1), sps.readUInt8(2), sps.readUInt8(3), 0xff, 0xe1]),
      twoBytes(sps.length),
      sps,
      Buffer.from([1]),
      twoBytes(pps.length),
      pps,
    ])
  }

  #finish(): VideoFrame | null | 'broken' {
    const isWhole = this.#fragmented === null
    const data = Buffer.concat(this.#pieces)
    // A keyframe is of use only with the parameter sets that say how to read it.
    const size = this.#isKey && this.description && this.#sps ? readSpsSize(this.#sps) : null
    this.drop()
    if (!isWhole) return 'broken'
    return data.length > 0 ? { data, isKey: size !== null, size } : null
  }

  /** False when the packet makes no sense after those before it. */
  #take(payload: Buffer): boolean {
    const type = payload.readUInt8(0) & 0x1f
    if (type === FU_A) return this.#takeFragment(payload)
    if (this.#fragmented) return false
    if (type === STAP_A) return this.#takeSeveral(payload)
    return type > 0 && type < STAP_A && this.#takeUnit(payload)
  }

  #takeSeveral(payload: Buffer): boolean {
    for (let at = 1; at < payload.length;) {
      if (at + 2 > payload.length) return false
      const length = payload.readUInt16BE(at)
      const unit = payload.subarray(at + 2, at + 2 + length)
      if (length === 0 || unit.length < length || !this.#takeUnit(unit)) return false
      at += 2 + length
    }
    return true
  }

  #takeUnit(unit: Buffer): boolean {
    const type = unit.readUInt8(0) & 0x1f
    // Copies: a view would keep its whole packet in memory.
    if (type === SPS) this.#sps = Buffer.from(unit)
    if (type === PPS) this.#pps = Buffer.from(unit)
    if (type === DELIMITER) return true
    this.#isKey ||= type === IDR
    this.#add(fourBytes(unit.length), unit)
    return true
  }

  #takeFragment(payload: Buffer): boolean {
    if (payload.length < 3) return false
    const header = payload.readUInt8(1)
    const isStart = (header & 0x80) !== 0
    if (isStart === (this.#fragmented !== null)) return false
    const fragment = payload.subarray(2)
    if (isStart) {
      const first = Buffer.from([(payload.readUInt8(0) & 0xe0) | (header & 0x1f)])
      this.#isKey ||= (header & 0x1f) === IDR
      this.#fragmented = { length: Buffer.alloc(4), bytes: 1 }
      this.#add(this.#fragmented.length, first)
    }
    if (!this.#fragmented) return false
    this.#add(fragment)
    this.#fragmented.bytes += fragment.length
    if (header & 0x40) {
      this.#fragmented.length.writeUInt32BE(this.#fragmented.bytes)
      this.#fragmented = null
    }
    return true
  }

  #add(...pieces: Buffer[]): void {
    for (const piece of pieces) {
      this.#pieces.push(piece)
      this.#bytes += piece.length
    }
  }
}

function twoBytes(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
