import { Audio, Video, type Track } from 'node-datachannel'
import type { OfferedTrack } from '../sdp/restrict-session.ts'
import { inverse, NO_SHIFT, shiftPacket, shiftReport, type Shift } from '../rtp/rtp-offset.ts'

/**
 * One track on its way to one viewer. Packets are shared by all viewers: one that this viewer has to get in other
 * numbers is changed, sent, which copies it, and changed back.
 */
export class Downlink {
  readonly #native: Track
  /** The viewer's own, when it is not the stream's. */
  readonly #payloadType: number | null

  constructor(native: Track, payloadType: number | null) {
    this.#native = native
    this.#payloadType = payloadType
  }

  /** Throws when the track has closed. */
  send(packet: Buffer, shift: Shift): void {
    if (shift === NO_SHIFT && this.#payloadType === null) this.#native.sendMessageBinary(packet)
    else this.#sendChanged(packet, shift, this.#payloadType)
  }

  sendReport(report: Buffer, { timestamp }: Shift): void {
    shiftReport(report, timestamp)
    try {
      this.#native.sendMessageBinary(report)
    } finally {
      shiftReport(report, -timestamp)
    }
  }

  #sendChanged(packet: Buffer, shift: Shift, payloadType: number | null): void {
    const second = packet.readUInt8(1)
    if (payloadType !== null) packet.writeUInt8((second & 0x80) | payloadType, 1)
    shiftPacket(packet, shift)
    try {
      this.#native.sendMessageBinary(packet)
    } finally {
      shiftPacket(packet, inverse(shift))
      packet.writeUInt8(second, 1)
    }
  }
}

/** The native description of a track that we send. */
export function describeTrack(ssrc: number, { kind, mid, codec }: OfferedTrack): Audio | Video {
  const media = kind === 'audio' ? new Audio(mid, 'SendOnly') : new Video(mid, 'SendOnly')
  const parameters = codec.parameters ?? undefined
  if ('addOpusCodec' in media) media.addOpusCodec(codec.payloadType, parameters)
  else if (codec.name === 'H264') media.addH264Codec(codec.payloadType, parameters)
  else media.addVP8Codec(codec.payloadType)
  media.addSSRC(ssrc, 'live', 'live', kind)
  return media
}
