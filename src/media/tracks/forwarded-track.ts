import { randomBytes } from 'node:crypto'
import type { CodecName, MediaKind } from '../sdp/parse-session.ts'
import type { OfferedTrack } from '../sdp/write-session.ts'
import { LayerTrack } from './layer-track.ts'
import { VIDEO_LAYERS, type Layer } from './layer.ts'

/**
 * The codecs offered to viewers for a publisher's codec: the same payload types in every stream, whatever the publisher
 * uses.
 */
const VIEWER_CODECS = {
  opus: { payloadType: 111, clockRate: 48_000, parameters: 'minptime=10;useinbandfec=1' },
  VP8: { payloadType: 96, clockRate: 90_000, parameters: null },
  H264: {
    payloadType: 102,
    clockRate: 90_000,
    parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  },
} as const

/**
 * One track of a stream as its viewers know it. It outlives its publishers. A video track has both layers, whether or
 * not a publisher sends the low one.
 */
export type ForwardedTrack = {
  readonly ssrc: number
  readonly offered: OfferedTrack
  readonly layerTracks: readonly LayerTrack[]
}

/** Creates the track that viewers get of a publisher's codec, with a random SSRC. */
export function createForwardedTrack(kind: MediaKind, codecName: CodecName): ForwardedTrack {
  const codec = { name: codecName, ...VIEWER_CODECS[codecName] }
  const ssrc = randomBytes(4).readUInt32BE() || 1
  const layers: readonly Layer[] = kind === 'audio' ? ['audio'] : VIDEO_LAYERS
  return {
    ssrc,
    offered: { kind, layer: kind === 'audio' ? 'audio' : 'high', mid: kind, codec },
    layerTracks: layers.map((layer) => new LayerTrack(layer, ssrc, codec)),
  }
}
