import { AVCOL_PRI_UNSPECIFIED, AVCOL_SPC_UNSPECIFIED, AVERROR_EOF, AV_CODEC_ID_VP8 } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, Frame, type Packet, type Stream } from 'node-av/lib'
import { check, TaskFailure } from '../ffmpeg/task-failure.ts'
import { ALLOWED_DECODERS } from './decoders.ts'
import { MAX_PIXELS } from './picture-size.ts'

const MAX_ERRORS_AT_END = 50

/** Options of a decoder that is not used for whole videos. */
export type DecoderOptions = Record<string, string | number>

/** Decodes the packets of one track. */
export class Decoder {
  readonly stream: Stream
  readonly #context = new CodecContext()
  readonly #frame = new Frame()

  private constructor(stream: Stream, codec: Codec) {
    this.stream = stream
    this.#context.allocContext3(codec)
    this.#frame.alloc()
  }

  /** @throws {TaskFailure} `unsupportedCodec` */
  static async open(stream: Stream, threads: number, options: DecoderOptions = {}): Promise<Decoder> {
    const codec = Codec.findDecoder(stream.codecpar.codecId)
    if (!codec?.name || !ALLOWED_DECODERS.includes(codec.name))
      throw new TaskFailure('unsupportedCodec', `there is no decoder for track ${stream.index}`)
    const decoder = new Decoder(stream, codec)
    const context = decoder.#context
    check(context.parametersToContext(stream.codecpar), 'configure the decoder')
    context.threadCount = threads
    context.pktTimebase = stream.timeBase
    const limits = Dictionary.fromObject({ max_pixels: MAX_PIXELS, ...options })
    check(await context.open2(codec, limits), `open the decoder ${codec.name}`)
    return decoder
  }

  /**
   * Yields the frames of a packet, or the remaining ones without a packet. Data that cannot be decoded is skipped, as
   * players do. A frame is valid until the next one.
   */
  async *decode(packet: Packet | null): AsyncGenerator<Frame> {
    await this.#context.sendPacket(packet)
    for (let errors = 0; ;) {
      const code = this.#context.receiveFrameSync(this.#frame)
      if (code < 0) {
        errors += 1
        // At the end, frames can follow one that is damaged.
        if (packet === null && code !== AVERROR_EOF && errors < MAX_ERRORS_AT_END) continue
        return
      }
      if (this.stream.codecpar.codecId === AV_CODEC_ID_VP8) forgetMatrix(this.#frame)
      yield this.#frame
      this.#frame.unref()
    }
  }

  /** Forgets the packets before a seek. */
  flush(): void {
    this.#context.flushBuffers()
  }

  close(): void {
    this.#frame.free()
    this.#context.freeContext()
  }
}

/** FFmpeg names the matrix of the specification of VP8, which browsers ignore, unless the container names all colours. */
function forgetMatrix(frame: Frame): void {
  if (frame.colorPrimaries === AVCOL_PRI_UNSPECIFIED) frame.colorSpace = AVCOL_SPC_UNSPECIFIED
}
