import {
  AVCOL_PRI_BT2020,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_TRC_SMPTE2084,
  AVMEDIA_TYPE_DATA,
  AVMEDIA_TYPE_SUBTITLE,
  AVMEDIA_TYPE_VIDEO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_BIN_DATA,
  AV_CODEC_ID_MJPEG,
  AV_CODEC_ID_MOV_TEXT,
  AV_CODEC_ID_SUBRIP,
  AV_DISPOSITION_ATTACHED_PIC,
  AV_PKT_DATA_DISPLAYMATRIX,
} from 'node-av/constants'
import {
  Codec,
  CodecContext,
  Dictionary,
  FormatContext,
  type Frame,
  Packet,
  Rational,
  type Stream,
  avChannelLayoutDefault,
  avGetPixFmtFromName,
} from 'node-av/lib'
import { Encoder } from '../encode/encoder.ts'
import { check } from '../ffmpeg/task-failure.ts'
import type { MediaSpec } from './media-spec.ts'
import { framesOf } from './source-graph.ts'

type VideoSpec = NonNullable<MediaSpec['video']>
type AudioSpec = NonNullable<MediaSpec['audio']>
type Track = {
  stream: Stream
  encoder: Encoder
  frames: Generator<Frame>
  timeBase: Rational
  gapSeconds?: number | undefined
}

/** Writes a file as described. */
export async function makeMedia(spec: MediaSpec, path: string): Promise<void> {
  const context = new FormatContext()
  check(context.allocOutputContext2(null, spec.format, path), 'create the file')
  const { secret, video, audio, secondAudio, seconds } = spec
  const tracks = [
    ...(video ? [await videoTrack(context, video, seconds)] : []),
    ...(video && spec.hasSecondVideo ? [await videoTrack(context, video, seconds)] : []),
    ...(audio ? [{ ...(await audioTrack(context, audio, seconds)), gapSeconds: audio.gapSeconds }] : []),
    ...(secondAudio ? [await audioTrack(context, secondAudio, seconds)] : []),
  ]
  const extras = secret === undefined ? [] : addPrivateTracks(context, spec, secret)
  if (secret !== undefined) {
    for (const stream of context.streams)
      stream.metadata = Dictionary.fromObject({ title: secret, handler_name: secret, language: 'swa' })
    context.metadata = Dictionary.fromObject({
      ...Object.fromEntries(
        ['title', 'artist', 'comment', 'description', 'copyright'].map((key) => [key, secret]),
      ),
      ...{ creation_time: '2020-01-02T03:04:05Z', location: '+48.8577+002.2950/', make: secret },
    })
  }
  check(await context.openOutput(), 'open the file')
  check(await context.writeHeader(Dictionary.fromObject({})), 'write the header')
  for (const track of tracks) await writeTrack(context, track, track === tracks[0] ? secret : undefined)
  for (const { stream, data } of extras) await writeBytes(context, stream, data)
  check(await context.writeTrailer(), 'write the index')
  await context.closeOutput()
  for (const { encoder } of tracks) encoder.close()
}

async function videoTrack(context: FormatContext, spec: VideoSpec, seconds: number): Promise<Track> {
  const isTurned = spec.rotation === 90 || spec.rotation === 270
  const [width, height] = isTurned ? [spec.height, spec.width] : [spec.width, spec.height]
  const pixelFormat = spec.pixelFormat ?? 'yuv420p'
  const timeBase = new Rational(1, spec.rate)
  const codec = findEncoder(spec.codec)
  const encoder = new CodecContext()
  encoder.allocContext3(codec)
  Object.assign(encoder, {
    width,
    height,
    timeBase,
    framerate: timeBase.inv(),
    bitRate: 500_000n,
    threadCount: 1,
  })
  encoder.pixelFormat = avGetPixFmtFromName(pixelFormat)
  if (spec.isHdr)
    Object.assign(encoder, {
      ...{ colorPrimaries: AVCOL_PRI_BT2020, colorTrc: AVCOL_TRC_SMPTE2084 },
      colorSpace: AVCOL_SPC_BT2020_NCL,
    })
  const { primaries, transfer, matrix, isFullRange } = spec.tags ?? {}
  if (primaries !== undefined) Object.assign(encoder, { colorPrimaries: primaries })
  if (transfer !== undefined) Object.assign(encoder, { colorTrc: transfer })
  if (matrix !== undefined) Object.assign(encoder, { colorSpace: matrix })
  if (isFullRange !== undefined)
    Object.assign(encoder, { colorRange: isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG })
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  check(await encoder.open2(codec, Dictionary.fromObject(spec.options ?? {})), `open ${spec.codec}`)
  const stream = context.newStream(null)
  stream.codecpar.fromContext(encoder)
  Object.assign(stream, { timeBase, avgFrameRate: timeBase.inv() })
  if (spec.rotation) stream.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrixOf(spec.rotation))
  const frames = framesOf(pictures(spec, seconds, pixelFormat), 'buffersink')
  return { stream, encoder: new Encoder(encoder, 1n), frames, timeBase }
}

/** Red at the top left, blue elsewhere; the quarter at the top right is lime, and white from the first second on. */
function pictures(spec: VideoSpec, seconds: number, pixelFormat: string): string {
  const { width, height, rate, rotation, hasVaryingRate, blackUntil } = spec
  const box = (x: string, y: string, colour: string, enable = '1') =>
    `drawbox=x=${x}:y=${y}:w=iw/2:h=ih/2:c=${colour}:t=fill:enable='${enable}'`
  const turns = { 90: ['transpose=cclock'], 180: ['hflip', 'vflip'], 270: ['transpose=clock'] }
  const isDetailed = spec.isDetailed ?? false
  if (isDetailed)
    return `testsrc2=s=${width}x${height}:r=${rate}:d=${seconds},noise=alls=12:allf=t,format=${pixelFormat}`
  const turning = rotation ? turns[rotation] : []
  if (spec.solid) return solidPicture(spec.solid, { width, height, rate, seconds, pixelFormat, turning })
  return [
    `color=c=blue:s=${width}x${height}:r=${rate}:d=${seconds}`,
    box('0', '0', 'red'),
    box('iw/2', '0', 'lime', 'lt(t,1)'),
    box('iw/2', '0', 'white', 'gte(t,1)'),
    ...(blackUntil === undefined ? [] : [`drawbox=c=black:t=fill:enable='lt(t,${blackUntil})'`]),
    ...turning,
    ...(hasVaryingRate ? [`select='lt(t,1)+not(mod(n,3))'`] : []),
    `format=${pixelFormat}`,
  ].join(',')
}

type Solid = NonNullable<VideoSpec['solid']>
type Canvas = Pick<VideoSpec, 'width' | 'height' | 'rate'> & {
  seconds: number
  pixelFormat: string
  turning: readonly string[]
}

function solidPicture({ colour, matrix, range = 'tv' }: Solid, canvas: Canvas): string {
  const { width, height, rate, seconds, pixelFormat, turning } = canvas
  return [
    `color=c=${colour}:s=${width}x${height}:r=${rate}:d=${seconds}`,
    'format=gbrp',
    ...turning,
    `scale=out_color_matrix=${matrix}:out_range=${range}`,
    `format=${pixelFormat}`,
  ].join(',')
}

async function audioTrack(context: FormatContext, spec: AudioSpec, seconds: number): Promise<Track> {
  const { channels, sampleRate } = spec
  const codec = findEncoder(spec.codec)
  const encoder = new CodecContext()
  encoder.allocContext3(codec)
  const timeBase = new Rational(1, sampleRate)
  const [format = 'fltp'] = (codec.sampleFormats ?? []).map((each) => SAMPLE_FORMATS[each] ?? 'fltp')
  Object.assign(encoder, {
    sampleRate,
    timeBase,
    bitRate: 64_000n,
    channelLayout: avChannelLayoutDefault(channels),
  })
  Object.assign(encoder, { sampleFormat: SAMPLE_FORMATS.indexOf(format) })
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  check(await encoder.open2(codec, Dictionary.fromObject({ strict: -2 })), `open ${spec.codec}`)
  const stream = context.newStream(null)
  stream.codecpar.fromContext(encoder)
  Object.assign(stream, { timeBase })
  const filters = [
    `sine=frequency=440:sample_rate=${sampleRate}:duration=${seconds}`,
    `aformat=sample_fmts=${format}:channel_layouts=${LAYOUTS[channels] ?? 'stereo'}`,
    `asetnsamples=n=${encoder.frameSize || 1024}:p=0`,
  ]
  const frames = framesOf(filters.join(','), 'abuffersink')
  return { stream, encoder: new Encoder(encoder, BigInt(encoder.frameSize || 1024)), frames, timeBase }
}

/** FFmpeg's sample formats by their number. */
const SAMPLE_FORMATS = ['u8', 's16', 's32', 'flt', 'dbl', 'u8p', 's16p', 's32p', 'fltp', 'dblp']
const LAYOUTS: Record<number, string> = { 1: 'mono', 2: 'stereo', 6: '5.1', 24: '22.2' }

function findEncoder(name: string): Codec {
  const codec = Codec.getCodecList().find((each) => each.isEncoder() && each.name === name)
  if (!codec) throw new Error(`there is no encoder ${name}`)
  return codec
}

function matrixOf(rotation: 90 | 180 | 270): Buffer {
  const one = 1 << 16
  const values = { 90: [0, one, -one, 0], 180: [-one, 0, 0, -one], 270: [0, -one, one, 0] }[rotation]
  const [a = 0, b = 0, c = 0, d = 0] = values
  const matrix = Buffer.alloc(36)
  for (const [index, value] of [a, b, 0, c, d, 0, 0, 0, 1 << 30].entries())
    matrix.writeInt32LE(value, index * 4)
  return matrix
}

async function writeTrack(context: FormatContext, track: Track, secret: string | undefined): Promise<void> {
  const { stream, encoder, frames, timeBase, gapSeconds = 0 } = track
  // In units of the time base; the gap is after the first second.
  const [second, gap] = [BigInt(timeBase.den), BigInt(gapSeconds * timeBase.den)]
  let isFirst = true
  const write = async (frame: Frame | null) => {
    for await (const packet of encoder.encode(frame)) {
      if (
        isFirst &&
        secret !== undefined &&
        stream.codecpar.getCodecString()?.startsWith('avc1') &&
        packet.data
      )
        packet.data = Buffer.concat([seiOf(secret), packet.data])
      isFirst = false
      packet.streamIndex = stream.index
      if (packet.pts >= second) Object.assign(packet, { pts: packet.pts + gap, dts: packet.dts + gap })
      packet.rescaleTs(timeBase, stream.timeBase)
      check(await context.interleavedWriteFrame(packet), 'write a packet')
    }
  }
  for (const frame of frames) await write(frame)
  await write(null)
}

/** A message of unregistered user data, as encoders put into the bitstream. */
function seiOf(text: string): Buffer {
  const payload = Buffer.concat([Buffer.alloc(16, 0x11), Buffer.from(text)])
  return Buffer.concat([Buffer.from([0, 0, 0, 1, 6, 5, payload.length]), payload, Buffer.from([0x80])])
}

/** Subtitles, a cover, and for MP4 a data track like that of action cameras. */
function addPrivateTracks(context: FormatContext, { format }: MediaSpec, secret: string) {
  const isMp4 = format === 'mp4' || format === 'mov'
  if (format === 'webm') return []
  const subtitle = context.newStream(null)
  Object.assign(subtitle.codecpar, {
    codecType: AVMEDIA_TYPE_SUBTITLE,
    codecId: isMp4 ? AV_CODEC_ID_MOV_TEXT : AV_CODEC_ID_SUBRIP,
  })
  const text = Buffer.from(secret)
  const length = Buffer.from([0, text.length])
  const extras = [{ stream: subtitle, data: isMp4 ? Buffer.concat([length, text]) : text }]
  if (!isMp4) return extras
  const data = context.newStream(null)
  Object.assign(data.codecpar, {
    codecType: AVMEDIA_TYPE_DATA,
    codecId: AV_CODEC_ID_BIN_DATA,
    codecTag: 'gpmd',
  })
  const cover = context.newStream(null)
  Object.assign(cover.codecpar, {
    codecType: AVMEDIA_TYPE_VIDEO,
    codecId: AV_CODEC_ID_MJPEG,
    width: 16,
    height: 16,
  })
  cover.setDisposition(AV_DISPOSITION_ATTACHED_PIC)
  return [...extras, { stream: data, data: text }, { stream: cover, data: text }]
}

async function writeBytes(context: FormatContext, stream: Stream, data: Buffer): Promise<void> {
  const packet = new Packet()
  packet.alloc()
  Object.assign(packet, { data, pts: 0n, dts: 0n, duration: 1n, isKeyframe: true })
  packet.streamIndex = stream.index
  check(await context.interleavedWriteFrame(packet), 'write a packet')
  packet.free()
}
