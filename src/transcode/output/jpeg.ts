import {
  AVCOL_RANGE_JPEG,
  AV_CODEC_FLAG_QSCALE,
  AV_PIX_FMT_YUVJ420P,
  FF_ENCODER_MJPEG,
} from 'node-av/constants'
import { Codec, CodecContext, Dictionary, type Frame, Rational } from 'node-av/lib'
import { Encoder } from '../encode/encoder.ts'
import { FilterChain, VIDEO } from '../encode/filter-graph.ts'
import { check, TaskFailure } from '../ffmpeg/task-failure.ts'

/** From 1 (best) to 31, in FFmpeg's unit of quality. */
const QUALITY = 4
const QUALITY_UNIT = 118

/** Collects pictures of one size, then makes one JPEG of them, in rows. */
export class JpegSheet {
  readonly #filters: string
  #chain: FilterChain | null = null
  #count = 0
  #sheet: Frame | null = null

  constructor(columns: number, rows: number) {
    // Every decoder assumes BT.601 for a JPEG.
    this.#filters = `tile=${columns}x${rows},scale=out_range=pc:out_color_matrix=bt601,format=yuvj420p`
  }

  /** Adds a picture in 8-bit 4:2:0. */
  add(frame: Frame): void {
    this.#chain ??= new FilterChain(
      VIDEO,
      `video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:time_base=1/1:pixel_aspect=1/1` +
        `:colorspace=${frame.colorSpace}:range=${frame.colorRange}`,
      this.#filters,
    )
    frame.pts = BigInt(this.#count)
    this.#count += 1
    this.#collect(frame)
  }

  /** @throws {TaskFailure} `unreadable` when no picture was added */
  async encode(): Promise<Buffer> {
    this.#collect(null)
    const sheet = this.#sheet
    if (!sheet) throw new TaskFailure('unreadable', 'no frame can be decoded')
    const encoder = await openJpegEncoder(sheet)
    const chunks: Buffer[] = []
    for (const frame of [sheet, null])
      for await (const { data } of encoder.encode(frame)) if (data) chunks.push(Buffer.from(data))
    this.#chain?.close()
    encoder.close()
    return Buffer.concat(chunks)
  }

  #collect(frame: Frame | null): void {
    for (const sheet of this.#chain?.filter(frame) ?? []) this.#sheet ??= sheet.clone()
  }
}

async function openJpegEncoder({ width, height }: Frame): Promise<Encoder> {
  const codec = Codec.findEncoderByName(FF_ENCODER_MJPEG)
  const context = new CodecContext()
  context.allocContext3(codec)
  Object.assign(context, { width, height, pixelFormat: AV_PIX_FMT_YUVJ420P, colorRange: AVCOL_RANGE_JPEG })
  Object.assign(context, {
    timeBase: new Rational(1, 1),
    globalQuality: QUALITY * QUALITY_UNIT,
    threadCount: 1,
  })
  context.setFlags(AV_CODEC_FLAG_QSCALE)
  check(await context.open2(codec, Dictionary.fromObject({})), 'open the JPEG encoder')
  return new Encoder(context, 1n)
}
