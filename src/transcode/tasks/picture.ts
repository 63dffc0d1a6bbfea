import { AVERROR_EOF, AV_CODEC_ID_H264, AV_CODEC_ID_VP8, AV_PKT_FLAG_KEY } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, Frame, Packet } from 'node-av/lib'
import { FilterChain, VIDEO } from '../encode/filter-graph.ts'
import { check, TaskFailure } from '../ffmpeg/task-failure.ts'
import { coloursOf } from '../input/colours.ts'
import { MAX_PIXELS } from '../input/picture-size.ts'
import { JpegSheet } from '../output/jpeg.ts'
import type { ResultOf, TaskOf } from '../protocol.ts'

type Picture = TaskOf<'picture'>

const CODEC_IDS = { VP8: AV_CODEC_ID_VP8, H264: AV_CODEC_ID_H264 } as const

/** @throws {TaskFailure} `unreadable`, `unsupportedCodec` */
export async function makePicture(task: Picture): Promise<ResultOf<Picture>> {
  const frame = await decode(task)
  // Without these, the scaler would convert by other colours than those in which the picture is shown.
  Object.assign(frame, coloursOf(frame))
  const chain = new FilterChain(
    VIDEO,
    `video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:time_base=1/1:pixel_aspect=1/1` +
      `:colorspace=${frame.colorSpace}:range=${frame.colorRange}`,
    filtersFor(frame, task),
  )
  const sheet = new JpegSheet(1, 1)
  try {
    frame.pts = 0n
    for (const input of [frame, null]) for (const picture of chain.filter(input)) sheet.add(picture)
    return { type: 'picture', image: (await sheet.encode()).toString('base64') }
  } finally {
    chain.close()
    frame.free()
  }
}

/** The caller frees the frame. */
async function decode({ codec: name, data, description }: Picture): Promise<Frame> {
  const codec = Codec.findDecoder(CODEC_IDS[name])
  if (!codec) throw new TaskFailure('unsupportedCodec', `there is no decoder for ${name}`)
  const [context, packet, frame] = [new CodecContext(), new Packet(), new Frame()]
  context.allocContext3(codec)
  packet.alloc()
  frame.alloc()
  try {
    context.threadCount = 1
    if (description !== null) context.extraData = Buffer.from(description, 'base64')
    check(await context.open2(codec, Dictionary.fromObject({ max_pixels: MAX_PIXELS })), `open ${name}`)
    packet.data = Buffer.from(data, 'base64')
    packet.flags = AV_PKT_FLAG_KEY
    await context.sendPacket(packet)
    // The end makes a decoder that reorders frames return the only one.
    await context.sendPacket(null)
    const code = context.receiveFrameSync(frame)
    if (code < 0) {
      frame.free()
      throw new TaskFailure('unreadable', code === AVERROR_EOF ? 'there is no picture' : 'it is damaged')
    }
    return frame
  } finally {
    packet.free()
    context.freeContext()
  }
}

/** Fills the target and cuts off what is outside of its shape; a smaller picture is not enlarged. */
function filtersFor({ width, height }: Frame, target: Picture): string {
  const factor = Math.min(1, Math.max(target.width / width, target.height / height))
  const [scaledWidth, scaledHeight] = [even(width * factor), even(height * factor)]
  const [cutWidth, cutHeight] = [Math.min(target.width, scaledWidth), Math.min(target.height, scaledHeight)]
  return `scale=w=${scaledWidth}:h=${scaledHeight}:out_range=tv,crop=${even(cutWidth)}:${even(cutHeight)},format=yuv420p,setsar=1`
}

const even = (length: number): number => Math.max(2, Math.round(length / 2) * 2)
