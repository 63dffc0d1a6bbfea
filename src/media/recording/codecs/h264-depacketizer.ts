import { FrameBuffer } from './frame-buffer.ts'
import { readSpsChroma, readSpsSize } from './h264-sps.ts'
import type { Depacketizer, VideoFrame } from './video-frame.ts'

const [NAL_IDR, NAL_SPS, NAL_PPS, NAL_ACCESS_UNIT_DELIMITER] = [5, 7, 8, 9]
const [NAL_STAP_A, NAL_FU_A] = [24, 28]

/**
 * Depacketizes H264 with packetization-mode 1 (RFC 6184). In a frame each unit follows its length, parameter sets
 * included: a publisher may change them, and with them the size, at any keyframe.
 */
export class H264Depacketizer implements Depacketizer {
  readonly #frame = new FrameBuffer()
  #timestamp = 0
  #isKey = false
  /** Where the unit that is arriving in fragments begins in the frame: at its length, which is still to be filled in. */
  #fragmentedUnitAt: number | null = null
  #sps: Buffer | null = null
  #pps: Buffer | null = null

  push(payload: Buffer, timestamp: number, isLast: boolean): VideoFrame | null | 'broken' {
    if (payload.length === 0) return null
    // The packet with the marker bit was lost, or the sender sets none.
    const isBroken = this.#frame.length > 0 && timestamp !== this.#timestamp
    if (isBroken) this.drop()
    this.#timestamp = timestamp
    if (!this.#addPayload(payload)) {
      this.drop()
      return 'broken'
    }
    if (!isLast) return isBroken ? 'broken' : null
    const frame = this.#finish()
    return isBroken && frame !== 'broken' && !frame?.isKey ? 'broken' : frame
  }

  drop(): void {
    this.#frame.clear()
    this.#isKey = false
    this.#fragmentedUnitAt = null
  }

  /** AVCDecoderConfigurationRecord, ISO 14496-15 section 5.3.3.1. */
  get description(): Buffer | null {
    const [sps, pps] = [this.#sps, this.#pps]
    if (!sps || !pps || sps.length < 4) return null
    return Buffer.concat([
      Buffer.from([1, sps.readUInt8(1), sps.readUInt8(2), sps.readUInt8(3), 0xff, 0xe1]),
      uint16(sps.length),
      sps,
      Buffer.from([1]),
      uint16(pps.length),
      pps,
      writeChroma(sps),
    ])
  }

  #finish(): VideoFrame | null | 'broken' {
    const isComplete = this.#fragmentedUnitAt === null
    const data = this.#frame.take()
    // A keyframe without parameter sets cannot be decoded.
    const size = this.#isKey && this.description && this.#sps ? readSpsSize(this.#sps) : null
    this.drop()
    if (!isComplete) return 'broken'
    return data.length > 0 ? { data, isKey: size !== null, size } : null
  }

  /** Returns false when the payload does not continue those before it, or the frame becomes too large. */
  #addPayload(payload: Buffer): boolean {
    const type = payload.readUInt8(0) & 0x1f
    if (type === NAL_FU_A) return this.#addFragment(payload)
    if (this.#fragmentedUnitAt !== null) return false
    if (type === NAL_STAP_A) return this.#addAggregate(payload)
    return type > 0 && type < NAL_STAP_A && this.#addUnit(payload)
  }

  #addAggregate(payload: Buffer): boolean {
    for (let at = 1; at < payload.length;) {
      if (at + 2 > payload.length) return false
      const length = payload.readUInt16BE(at)
      const unit = payload.subarray(at + 2, at + 2 + length)
      if (length === 0 || unit.length < length || !this.#addUnit(unit)) return false
      at += 2 + length
    }
    return true
  }

  #addUnit(unit: Buffer): boolean {
    const type = unit.readUInt8(0) & 0x1f
    // Copied: a view would keep its whole packet in memory.
    if (type === NAL_SPS) this.#sps = Buffer.from(unit)
    if (type === NAL_PPS) this.#pps = Buffer.from(unit)
    if (type === NAL_ACCESS_UNIT_DELIMITER) return true
    this.#isKey ||= type === NAL_IDR
    return this.#frame.appendWithLength(unit)
  }

  #addFragment(payload: Buffer): boolean {
    if (payload.length < 3) return false
    const header = payload.readUInt8(1)
    const isStart = (header & 0x80) !== 0
    if (isStart === (this.#fragmentedUnitAt !== null)) return false
    if (isStart) {
      const first = Buffer.from([(payload.readUInt8(0) & 0xe0) | (header & 0x1f)])
      this.#isKey ||= (header & 0x1f) === NAL_IDR
      this.#fragmentedUnitAt = this.#frame.length
      if (!this.#frame.appendWithLength(first)) return false
    }
    if (this.#fragmentedUnitAt === null || !this.#frame.append(payload.subarray(2))) return false
    if (header & 0x40) {
      this.#frame.writeUInt32(this.#frame.length - this.#fragmentedUnitAt - 4, this.#fragmentedUnitAt)
      this.#fragmentedUnitAt = null
    }
    return true
  }
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** The end of the record, which it has in High and the profiles beyond it. */
function writeChroma(sps: Buffer): Buffer {
  const chroma = readSpsChroma(sps)
  if (!chroma) return Buffer.alloc(0)
  const { format, lumaBits, chromaBits } = chroma
  return Buffer.from([0xfc | format, 0xf8 | (lumaBits - 8), 0xf8 | (chromaBits - 8), 0])
}
