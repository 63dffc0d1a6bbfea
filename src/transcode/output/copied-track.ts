import { AVMEDIA_TYPE_VIDEO, AV_CODEC_ID_VORBIS, AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants'
import type { CodecParameters, Packet, Stream } from 'node-av/lib'
import { check } from '../ffmpeg/task-failure.ts'
import type { Colours } from '../input/colours.ts'
import type { OutputFile, TrackIndex } from './output-file.ts'
import { type PacketFilter, openFilters } from './packet-filter.ts'
import { withoutVorbisComments } from './vorbis-comments.ts'

/** A track whose packets are copied to an output, without metadata. */
export class CopiedTrack {
  readonly stream: Stream
  readonly target: TrackIndex
  readonly #filters: readonly PacketFilter[]

  /** `colours` are those of the video, which the copy signals if the source does not. */
  constructor(stream: Stream, output: OutputFile, colours: Colours | null) {
    this.stream = stream
    this.#filters = openFilters(stream, colours)
    const parameters = this.#filters.at(-1)?.outputParameters ?? stream.codecpar
    this.target = output.addTrack(stream.timeBase, (target) => {
      copyParameters(parameters, stream, target)
      if (colours && stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO) Object.assign(target, colours)
    })
  }

  /** Yields what is left of a packet, or the remaining packets without one. A packet is valid until the next one. */
  filter(packet: Packet | null): Generator<Packet> {
    packet?.freeSideData()
    return this.#filterFrom(0, packet)
  }

  *#filterFrom(index: number, packet: Packet | null): Generator<Packet> {
    const filter = this.#filters[index]
    if (filter) {
      for (const filtered of filter.filter(packet)) yield* this.#filterFrom(index + 1, filtered)
      if (!packet) yield* this.#filterFrom(index + 1, null)
    } else if (packet) yield packet
  }
}

/** Copies an allowlist of fields, so that no private data is copied that a later version of FFmpeg adds. */
function copyParameters(from: CodecParameters, stream: Stream, to: CodecParameters): void {
  const { codecType, codecId, format, bitRate, profile, level, extradata } = from
  Object.assign(to, { codecType, codecId, format, bitRate, profile, level })
  if (codecType === AVMEDIA_TYPE_VIDEO) {
    const { width, height, sampleAspectRatio, frameRate, videoDelay } = from
    Object.assign(to, { width, height, sampleAspectRatio, frameRate, videoDelay })
    Object.assign(to, { chromaLocation: from.chromaLocation })
    const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
    if (matrix) check(to.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrix), 'keep the rotation')
  } else {
    const { channelLayout, sampleRate, frameSize, initialPadding } = from
    Object.assign(to, { channelLayout, sampleRate, frameSize, initialPadding })
  }
  to.extradata = codecId === AV_CODEC_ID_VORBIS && extradata ? withoutVorbisComments(extradata) : extradata
}
