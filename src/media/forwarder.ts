import { randomBytes } from 'node:crypto'
import { PacketRing } from './ring.ts'
import { Rewriter } from './rewriter.ts'
import type { CodecName, Kind } from './sdp-session.ts'
import type { OfferedTrack } from './sdp.ts'

/** What a viewer is offered for a publisher's codec: the same numbers in every stream, whoever publishes. */
const VIEWER_CODECS = {
  opus: { payloadType: 111, clockRate: 48_000, parameters: 'minptime=10;useinbandfec=1' },
  VP8: { payloadType: 96, clockRate: 90_000, parameters: null },
  H264: {
    payloadType: 102,
    clockRate: 90_000,
    parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  },
} as const

/** Packets kept for resending: some seconds of either kind. */
const RING_SIZE = { audio: 256, video: 1024 } as const

/** One track of a stream as its viewers know it; it outlives its publishers. */
export type Forwarder = {
  readonly ssrc: number
  readonly offered: OfferedTrack
  readonly rewriter: Rewriter
  readonly ring: PacketRing
}

export function createForwarder(kind: Kind, name: CodecName): Forwarder {
  const codec = VIEWER_CODECS[name]
  const ssrc = randomBytes(4).readUInt32BE() || 1
  return {
    ssrc,
    offered: { kind, mid: kind, codec: { name, ...codec } },
    rewriter: new Rewriter(ssrc, codec.payloadType, codec.clockRate),
    ring: new PacketRing(RING_SIZE[kind]),
  }
}
