import { type Depacketiser, LARGEST_FRAME, type Size, type VideoFrame } from './video-frame.ts'

/** VP8 in RTP: RFC 7741. */
export class Vp8Depacketiser implements Depacketiser {
  readonly description = null
  #pieces: Buffer[] = []
  #bytes = 0
  #timestamp = 0

  push(payload: Buffer, timestamp: number, isLast: boolean): VideoFrame | null | 'broken' {
    // Padding alone, which senders use to try a line.
    if (payload.length === 0) return null
    const start = dataStart(payload)
    const isBroken = this.#pieces.length > 0 && (timestamp !== this.#timestamp || start < 0)
    if (isBroken) this.drop()
    if (start < 0) return 'broken'
    if (isFirst(payload)) this.drop()
    else if (this.#pieces.length === 0) return 'broken'
    this.#timestamp = timestamp
    this.#pieces.push(payload.subarray(start))
    this.#bytes += payload.length - start
    if (this.#bytes > LARGEST_FRAME) {
      this.drop()
      return 'broken'
    }
    if (!isLast) return isBroken ? 'broken' : null
    const data = Buffer.concat(this.#pieces)
    this.drop()
    const size = vp8Size(data)
    return isBroken && !size ? 'broken' : { data, isKey: size !== null, size }
  }

  drop(): void {
    this.#pieces = []
    this.#bytes = 0
  }
}

/** The size of a keyframe as its header says it (RFC 6386 section 9.1); null for every other frame. */
export function vp8Size(frame: Buffer): Size | null {
  if (frame.length < 10 || frame.readUInt8(0) & 1) return null
  if (frame.readUIntBE(3, 3) !== START_CODE) return null
  const width = frame.readUInt16LE(6) & 0x3fff
  const height = frame.readUInt16LE(8) & 0x3fff
  return width > 0 && height > 0 ? { width, height } : null
}

const START_CODE = 0x9d012a

/** The first packet of a frame begins its first partition. */
function isFirst(payload: Buffer): boolean {
  return (payload.readUInt8(0) & 0x17) === 0x10
}

/** Where the descriptor ends, or -1 when nothing follows it. */
function dataStart(payload: Buffer): number {
  const first = payload.readUInt8(0)
  let start = 1
  if (first & 0x80) {
    const extension = payload[1] ?? 0
    start = 2
    // The picture's number has one byte or two.
    if (extension & 0x80) start += (payload[start] ?? 0) & 0x80 ? 2 : 1
    if (extension & 0x40) start += 1
    if (extension & 0x30) start += 1
  }
  return start < payload.length ? start : -1
}
