import {
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVDISCARD_NONE,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AV_NOPTS_VALUE,
  AV_TIME_BASE,
} from 'node-av/constants'
import {
  Dictionary,
  FormatContext,
  type Frame,
  InputFormat,
  Packet,
  type Stream,
  avGetCodecName,
} from 'node-av/lib'
import { FilterChain, AUDIO, VIDEO } from '../encode/filter-graph.ts'
import { PictureFilter } from '../encode/picture-filter.ts'
import { check } from '../ffmpeg/task-failure.ts'
import { coloursOf } from '../input/colours.ts'
import { Decoder } from '../input/decoder.ts'
import { displaySize, orientationOf } from '../input/picture-size.ts'
import type { Colour, Colours, MediaReport, TrackReport } from './media-spec.ts'

/** Decodes a file, or the file of a playlist, completely. */
export async function inspectMedia(path: string, format: string | null): Promise<MediaReport> {
  const context = new FormatContext()
  const input = format === null ? null : InputFormat.findInputFormat(format)
  const options = Dictionary.fromObject({ protocol_whitelist: 'file,crypto,data', allowed_extensions: 'ALL' })
  check(await context.openInput(path, input, options), `open ${path}`)
  check(await context.findStreamInfo(null), `read ${path}`)
  const tracks = await Promise.all(context.streams.map((stream) => InspectedTrack.open(stream)))
  const packet = new Packet()
  packet.alloc()
  while ((await context.readFrame(packet)) >= 0) {
    await tracks[packet.streamIndex]?.add(packet)
    packet.unref()
  }
  for (const track of tracks) await track.add(null)
  const report = {
    duration: context.duration === AV_NOPTS_VALUE ? 0 : Number(context.duration) / AV_TIME_BASE,
    metadata: context.metadata?.getAll() ?? {},
    tracks: tracks.map(({ report: each }) => each),
    quarters: tracks.flatMap(({ quarters }) => quarters),
  }
  await context.closeInput()
  return report
}

class InspectedTrack {
  readonly report: TrackReport
  readonly quarters: MediaReport['quarters'] = []
  readonly #stream: Stream
  readonly #decoder: Decoder | null
  readonly #quarterReader: QuarterReader
  #squares = 0
  #samples = 0

  private constructor(stream: Stream, decoder: Decoder | null) {
    const { codecpar } = stream
    const types = new Map([
      [AVMEDIA_TYPE_VIDEO, 'video' as const],
      [AVMEDIA_TYPE_AUDIO, 'audio' as const],
    ])
    stream.discard = AVDISCARD_NONE
    this.#stream = stream
    this.#decoder = decoder
    this.#quarterReader = new QuarterReader(stream)
    this.report = {
      type: types.get(codecpar.codecType) ?? 'other',
      codec: avGetCodecName(codecpar.codecId) ?? 'unknown',
      ...{ width: codecpar.width, height: codecpar.height, rotation: orientationOf(stream).rotation },
      ...{
        channels: codecpar.channels,
        sampleRate: codecpar.sampleRate,
        frames: 0,
        times: [],
        keyframeTimes: [],
      },
      ...{
        colours: signaledColours(stream),
        centre: [],
        level: 0,
        metadata: stream.metadata?.getAll() ?? {},
      },
    }
  }

  static async open(stream: Stream): Promise<InspectedTrack> {
    const decoder = await Decoder.open(stream, 1).catch(() => null)
    return new InspectedTrack(stream, decoder)
  }

  async add(packet: Packet | null): Promise<void> {
    if (packet?.isKeyframe && this.report.type === 'video')
      this.report.keyframeTimes.push(this.#seconds(packet.pts))
    if (!this.#decoder) return
    for await (const frame of this.#decoder.decode(packet)) {
      this.report.frames += 1
      if (this.report.type === 'video') this.#addPicture(frame)
      else this.#addSamples(frame)
    }
    this.report.level = Math.sqrt(this.#squares / Math.max(1, this.#samples))
  }

  #seconds(time: bigint): number {
    const { num, den } = this.#stream.timeBase
    return Math.round((Number(time) * num * 10_000) / den) / 10_000
  }

  #addPicture(frame: Frame): void {
    const second = this.#seconds(frame.bestEffortTimestamp)
    if (this.report.frames === 1) this.report.centre = centreOf(frame, this.report.colours)
    this.report.times.push(second)
    this.quarters.push({ second, colours: this.#quarterReader.read(frame) })
  }

  #addSamples(frame: Frame): void {
    const { num, den } = this.#stream.timeBase
    const input = `time_base=${num}/${den}:sample_rate=${frame.sampleRate}:sample_fmt=${frame.format}:channel_layout=${frame.channels}c`
    const chain = new FilterChain(AUDIO, input, 'aformat=sample_fmts=s16:channel_layouts=mono')
    for (const part of [frame, null]) for (const mono of chain.filter(part)) this.#addLevel(mono.toBuffer())
    chain.close()
  }

  #addLevel(samples: Buffer): void {
    for (let offset = 0; offset + 1 < samples.length; offset += 2)
      this.#squares += (samples.readInt16LE(offset) / 32_768) ** 2
    this.#samples += samples.length / 2
  }
}

function signaledColours({ codecpar }: Stream): Colours {
  const { colorPrimaries, colorTrc, colorSpace, colorRange } = codecpar
  const isFullRange = colorRange === AVCOL_RANGE_JPEG
  return { primaries: colorPrimaries, transfer: colorTrc, matrix: colorSpace, isFullRange }
}

/**
 * The pixel in the middle, converted with the matrix that the container signals and the range that the frame signals.
 */
function centreOf(frame: Frame, { matrix }: Colours): number[] {
  const { width, height, format, colorRange } = frame
  const input = `video_size=${width}x${height}:pix_fmt=${format}:time_base=1/1:pixel_aspect=1/1:colorspace=${matrix}:range=${colorRange}`
  const chain = new FilterChain(VIDEO, input, 'crop=w=2:h=2,format=rgb24')
  const pixels: number[][] = []
  const copy = frame.clone()
  // Boundary: the matrix was read from FFmpeg.
  if (copy) copy.colorSpace = matrix as Frame['colorSpace']
  for (const part of [copy, null])
    for (const { data } of chain.filter(part)) pixels.push([...(data?.[0]?.subarray(0, 3) ?? [])])
  copy?.free()
  chain.close()
  return pixels[0] ?? []
}

/** Finds the colours of the quarters of displayed pictures. */
class QuarterReader {
  readonly #stream: Stream
  #filter: PictureFilter | null = null
  #chain: FilterChain | null = null

  constructor(stream: Stream) {
    this.#stream = stream
  }

  read(frame: Frame): Colour[] {
    const orientation = orientationOf(this.#stream)
    const size = displaySize(frame, frame.sampleAspectRatio, orientation.rotation)
    const rate = { num: 1, den: 1 }
    this.#filter ??= new PictureFilter({
      ...size,
      rate,
      orientation,
      colours: { ...coloursOf(frame), colorRange: AVCOL_RANGE_MPEG },
      threads: 1,
    })
    const copy = frame.clone()
    const colours: Colour[] = []
    for (const picture of this.#filter.filter(copy)) colours.push(...this.#coloursOf(picture))
    copy?.free()
    return colours
  }

  #coloursOf(picture: Frame): Colour[] {
    const { width, height, format, colorSpace, colorRange } = picture
    this.#chain ??= new FilterChain(
      VIDEO,
      `video_size=${width}x${height}:pix_fmt=${format}:time_base=1/1:pixel_aspect=1/1:colorspace=${colorSpace}:range=${colorRange}`,
      'scale=w=16:h=16,format=rgb24',
    )
    const colours: Colour[] = []
    for (const rgb of this.#chain.filter(picture)) colours.push(...pixelsOf(rgb).map(colourOf))
    return colours
  }
}

function pixelsOf(frame: Frame): [number, number, number][] {
  const [bytes = Buffer.alloc(0)] = frame.data ?? []
  const [stride = 0] = frame.linesize
  const centres = [4 * stride, 12 * stride].flatMap((row) => [row + 4 * 3, row + 12 * 3])
  return centres.map((at) => [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0])
}

function colourOf([red, green, blue]: [number, number, number]): Colour {
  const bits = [red, green, blue].map((value) => (value > 150 ? 1 : value < 105 ? 0 : 2)).join('')
  const names: Record<string, Colour> = {
    100: 'red',
    '010': 'lime',
    '001': 'blue',
    111: 'white',
    '000': 'black',
  }
  return names[bits] ?? 'other'
}
