import { Audio, Video, type Track } from 'node-datachannel'
import {
  negateOffset,
  ZERO_OFFSET,
  applyOffset,
  offsetSenderReport,
  type RtpOffset,
} from '../rtp/rtp-offset.ts'
import type { OfferedTrack } from '../sdp/write-session.ts'

/**
 * One track that is sent to one viewer. All viewers share the packet buffers: a packet that needs other header fields
 * is changed, sent (which copies it), and restored.
 */
export class ViewerTrack {
  readonly #native: Track
  /** The viewer's own payload type; null: the stream's. */
  readonly #payloadType: number | null

  constructor(native: Track, payloadType: number | null) {
    this.#native = native
    this.#payloadType = payloadType
  }

  /** Throws when the track has closed. */
  send(packet: Buffer, offset: RtpOffset): void {
    if (offset === ZERO_OFFSET && this.#payloadType === null) this.#native.sendMessageBinary(packet)
    else this.#sendRewritten(packet, offset, this.#payloadType)
  }

  sendReport(report: Buffer, { timestamp }: RtpOffset): void {
    offsetSenderReport(report, timestamp)
    try {
      this.#native.sendMessageBinary(report)
    } finally {
      offsetSenderReport(report, -timestamp)
    }
  }

  #sendRewritten(packet: Buffer, offset: RtpOffset, payloadType: number | null): void {
    const secondByte = packet.readUInt8(1)
    if (payloadType !== null) packet.writeUInt8((secondByte & 0x80) | payloadType, 1)
    applyOffset(packet, offset)
    try {
      this.#native.sendMessageBinary(packet)
    } finally {
      applyOffset(packet, negateOffset(offset))
      packet.writeUInt8(secondByte, 1)
    }
  }
}

/** Returns the native description of a track that the engine sends. */
export function describeTrack(ssrc: number, { kind, mid, codec }: OfferedTrack): Audio | Video {
  const media = kind === 'audio' ? new Audio(mid, 'SendOnly') : new Video(mid, 'SendOnly')
  const parameters = codec.parameters ?? undefined
  if ('addOpusCodec' in media) media.addOpusCodec(codec.payloadType, parameters)
  else if (codec.name === 'H264') media.addH264Codec(codec.payloadType, parameters)
  else media.addVP8Codec(codec.payloadType)
  media.addSSRC(ssrc, 'live', 'live', kind)
  return media
}
