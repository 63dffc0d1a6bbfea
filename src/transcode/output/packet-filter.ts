import { AVCOL_RANGE_JPEG, AV_CODEC_ID_AV1, AV_CODEC_ID_H264 } from 'node-av/constants'
import {
  BitStreamFilter,
  BitStreamFilterContext,
  type CodecParameters,
  Packet,
  type Stream,
} from 'node-av/lib'
import { check } from '../ffmpeg/task-failure.ts'
import type { Colours } from '../input/colours.ts'

type Options = Record<string, string>

/**
 * Options of `filter_units`, which removes what is not video from the bitstream: messages (SEI, metadata), where
 * encoders and phones store texts, times and locations, and everything unspecified. Only slices and parameter sets pass.
 */
const UNITS_BY_CODEC = new Map<number, Options>([
  [AV_CODEC_ID_H264, { pass_types: '1-5|7-8' }],
  [AV_CODEC_ID_AV1, { pass_types: '1-4|6-8' }],
])

/** Opens the filters for a copied track, in their order. `colours` are those that the bitstream must signal. */
export function openFilters({ codecpar, timeBase }: Stream, colours: Colours | null): PacketFilter[] {
  const filters: PacketFilter[] = []
  const open = (name: string, options: Options) => {
    const input = filters.at(-1)?.outputParameters ?? codecpar
    filters.push(new PacketFilter(name, options, { codecpar: input, timeBase }))
  }
  const units = UNITS_BY_CODEC.get(codecpar.codecId)
  if (units) open('filter_units', units)
  // In other bitstreams the colours are optional, and browsers read those of the container.
  if (codecpar.codecId === AV_CODEC_ID_H264 && colours && !hasColours(codecpar, colours))
    open('h264_metadata', coloursInH264(colours))
  return filters
}

function hasColours(named: Colours, { colorPrimaries, colorTrc, colorSpace, colorRange }: Colours): boolean {
  return (
    named.colorPrimaries === colorPrimaries &&
    named.colorTrc === colorTrc &&
    named.colorSpace === colorSpace &&
    named.colorRange === colorRange
  )
}

function coloursInH264({ colorPrimaries, colorTrc, colorSpace, colorRange }: Colours): Options {
  return {
    colour_primaries: `${colorPrimaries}`,
    transfer_characteristics: `${colorTrc}`,
    matrix_coefficients: `${colorSpace}`,
    video_full_range_flag: colorRange === AVCOL_RANGE_JPEG ? '1' : '0',
  }
}

/** One of FFmpeg's bitstream filters. */
export class PacketFilter {
  readonly #context = new BitStreamFilterContext()
  readonly #packet = new Packet()

  constructor(name: string, options: Options, { codecpar, timeBase }: InputTrack) {
    const filter = BitStreamFilter.getByName(name)
    if (!filter) throw new Error(`FFmpeg has no bitstream filter ${name}`)
    this.#packet.alloc()
    check(this.#context.alloc(filter), 'create a bitstream filter')
    for (const [option, value] of Object.entries(options))
      check(this.#context.setOption(option, value), 'configure a bitstream filter')
    if (this.#context.inputCodecParameters) codecpar.copy(this.#context.inputCodecParameters)
    this.#context.inputTimeBase = timeBase
    check(this.#context.init(), 'parse the parameters of the video', 'unsupportedCodec')
  }

  get outputParameters(): CodecParameters | null {
    return this.#context.outputCodecParameters
  }

  /** Yields what is left of a packet, or the remaining packets without one. A packet is valid until the next one. */
  *filter(packet: Packet | null): Generator<Packet> {
    check(this.#context.sendPacketSync(packet), 'parse a packet', 'unsupportedCodec')
    while (this.#context.receivePacketSync(this.#packet) >= 0) {
      yield this.#packet
      this.#packet.unref()
    }
  }
}

type InputTrack = { codecpar: CodecParameters; timeBase: Stream['timeBase'] }
