import { FrameBuffer } from './frame-buffer.ts'
import type { Depacketizer, Size, VideoFrame } from './video-frame.ts'

/** Depacketizes VP8 (RFC 7741). */
export class Vp8Depacketizer implements Depacketizer {
  readonly description = null
  readonly #frame = new FrameBuffer()
  #timestamp = 0

  push(payload: Buffer, timestamp: number, isLast: boolean): VideoFrame | null | 'broken' {
    // Padding only, which senders use to probe their bandwidth.
    if (payload.length === 0) return null
    const start = findFrameData(payload)
    const isBroken = this.#frame.length > 0 && (timestamp !== this.#timestamp || start < 0)
    if (isBroken) this.drop()
    if (start < 0) return 'broken'
    if (isFrameStart(payload)) this.drop()
    else if (this.#frame.length === 0) return 'broken'
    this.#timestamp = timestamp
    if (!this.#frame.append(payload.subarray(start))) {
      this.drop()
      return 'broken'
    }
    if (!isLast) return isBroken ? 'broken' : null
    const data = this.#frame.take()
    const size = readVp8Size(data)
    return isBroken && !size ? 'broken' : { data, isKey: size !== null, size }
  }

  drop(): void {
    this.#frame.clear()
  }
}

/** Returns the frame size from a keyframe's header (RFC 6386 section 9.1); null for every other frame. */
export function readVp8Size(frame: Buffer): Size | null {
  if (frame.length < 10 || frame.readUInt8(0) & 1) return null
  if (frame.readUIntBE(3, 3) !== START_CODE) return null
  const width = frame.readUInt16LE(6) & 0x3fff
  const height = frame.readUInt16LE(8) & 0x3fff
  return width > 0 && height > 0 ? { width, height } : null
}

const START_CODE = 0x9d012a

/** The packet starts the first partition of a frame. */
function isFrameStart(payload: Buffer): boolean {
  return (payload.readUInt8(0) & 0x17) === 0x10
}

/** Returns the end of the payload descriptor, or -1 when nothing follows it. */
function findFrameData(payload: Buffer): number {
  const first = payload.readUInt8(0)
  let start = 1
  if (first & 0x80) {
    const extension = payload[1] ?? 0
    start = 2
    // The PictureID has one byte or two.
    if (extension & 0x80) start += (payload[start] ?? 0) & 0x80 ? 2 : 1
    if (extension & 0x40) start += 1
    if (extension & 0x30) start += 1
  }
  return start < payload.length ? start : -1
}
