import { AV_PICTURE_TYPE_NONE } from 'node-av/constants'
import { type CodecContext, type Frame, Packet } from 'node-av/lib'
import { check } from '../ffmpeg/task-failure.ts'

/** An open encoder. */
export class Encoder {
  readonly context: CodecContext
  readonly #packet = new Packet()
  /** For packets that the encoder gives no duration. */
  readonly #duration: bigint

  constructor(context: CodecContext, duration: bigint) {
    this.context = context
    this.#duration = duration
    this.#packet.alloc()
  }

  /** Yields the packets of a frame, or the remaining ones without one. A packet is valid until the next one. */
  async *encode(frame: Frame | null): AsyncGenerator<Packet> {
    // Else a keyframe of the source becomes a keyframe of the output.
    if (frame) frame.pictType = AV_PICTURE_TYPE_NONE
    check(await this.context.sendFrame(frame), 'encode a frame')
    while (this.context.receivePacketSync(this.#packet) >= 0) {
      if (this.#packet.duration <= 0n) this.#packet.duration = this.#duration
      yield this.#packet
      this.#packet.unref()
    }
  }

  close(): void {
    this.#packet.free()
    this.context.freeContext()
  }
}
