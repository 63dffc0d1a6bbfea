import {
  AVMEDIA_TYPE_VIDEO,
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_VORBIS,
  AV_PKT_DATA_DISPLAYMATRIX,
} from 'node-av/constants'
import {
  BitStreamFilter,
  BitStreamFilterContext,
  type CodecParameters,
  Packet,
  type Stream,
} from 'node-av/lib'
import { check } from '../ffmpeg/task-failure.ts'
import type { OutputFile, TrackIndex } from './output-file.ts'
import { withoutVorbisComments } from './vorbis-comments.ts'

/**
 * Options of `filter_units`, which removes what is not video from the bitstream: messages (SEI, metadata), where
 * encoders and phones store texts, times and locations, and everything unspecified. Only slices and parameter sets pass.
 */
const UNITS_BY_CODEC = new Map<number, { name: string; value: string }>([
  [AV_CODEC_ID_H264, { name: 'pass_types', value: '1-5|7-8' }],
  [AV_CODEC_ID_AV1, { name: 'pass_types', value: '1-4|6-8' }],
])

/** A track whose packets are copied to an output, without metadata. */
export class CopiedTrack {
  readonly stream: Stream
  readonly target: TrackIndex
  readonly #filter: BitStreamFilterContext | null
  readonly #packet = new Packet()

  constructor(stream: Stream, output: OutputFile) {
    this.stream = stream
    this.#packet.alloc()
    this.#filter = openFilter(stream)
    const parameters = this.#filter?.outputCodecParameters ?? stream.codecpar
    this.target = output.addTrack(stream.timeBase, (target) => copyParameters(parameters, stream, target))
  }

  /** Yields what is left of a packet, or the remaining packets without one. A packet is valid until the next one. */
  *filter(packet: Packet | null): Generator<Packet> {
    packet?.freeSideData()
    if (!this.#filter) {
      if (packet) yield packet
      return
    }
    check(this.#filter.sendPacketSync(packet), 'parse a packet', 'unsupportedCodec')
    while (this.#filter.receivePacketSync(this.#packet) >= 0) {
      yield this.#packet
      this.#packet.unref()
    }
  }
}

function openFilter({ codecpar, timeBase }: Stream): BitStreamFilterContext | null {
  const units = UNITS_BY_CODEC.get(codecpar.codecId)
  const filter = units && BitStreamFilter.getByName('filter_units')
  if (!filter) return null
  const context = new BitStreamFilterContext()
  check(context.alloc(filter), 'create a bitstream filter')
  check(context.setOption(units.name, units.value), 'configure a bitstream filter')
  if (context.inputCodecParameters) codecpar.copy(context.inputCodecParameters)
  context.inputTimeBase = timeBase
  check(context.init(), 'parse the parameters of the video', 'unsupportedCodec')
  return context
}

/** Copies a closed list, so that nothing private is copied that a later version of FFmpeg adds. */
function copyParameters(from: CodecParameters, stream: Stream, to: CodecParameters): void {
  const { codecType, codecId, format, bitRate, profile, level, extradata } = from
  Object.assign(to, { codecType, codecId, format, bitRate, profile, level })
  if (codecType === AVMEDIA_TYPE_VIDEO) {
    const { width, height, sampleAspectRatio, frameRate, videoDelay } = from
    Object.assign(to, { width, height, sampleAspectRatio, frameRate, videoDelay })
    const { colorRange, colorPrimaries, colorTrc, colorSpace, chromaLocation } = from
    Object.assign(to, { colorRange, colorPrimaries, colorTrc, colorSpace, chromaLocation })
    const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
    if (matrix) check(to.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrix), 'keep the rotation')
  } else {
    const { channelLayout, sampleRate, frameSize, initialPadding } = from
    Object.assign(to, { channelLayout, sampleRate, frameSize, initialPadding })
  }
  to.extradata = codecId === AV_CODEC_ID_VORBIS && extradata ? withoutVorbisComments(extradata) : extradata
}
