import type { TrackStats } from './peer-protocol.ts'
import { PICTURE_ID_AT } from './synthetic-tracks.ts'

/** Packets of the low layer are smaller than those of the high one. */
const MAX_LOW_LAYER_BYTES = 600
/** Offset of a synthetic VP8 frame's header, which marks keyframes. */
const FRAME_HEADER_AT = 16

/** Statistics before the first packet. */
export function createTrackStats(): TrackStats {
  return {
    packets: 0,
    jumps: 0,
    late: [],
    ssrcs: [],
    firstSequence: 0,
    lastSequence: 0,
    senderReports: 0,
    payloadTypes: [],
    layers: [],
    brokenSwitches: 0,
    pictureIdJumps: 0,
    timestampBackSteps: 0,
  }
}

type Latest = { timestamp: number; pictureId: number }
const latest = new WeakMap<TrackStats, Latest>()

/** Counts a packet that a viewer received. */
export function countPacket(track: TrackStats, packet: Buffer): void {
  const type = packet.readUInt8(1)
  if (type === 200) track.senderReports++
  if (type >= 192 && type <= 223) return
  const sequence = packet.readUInt16BE(2)
  const ssrc = packet.readUInt32BE(8)
  if (!track.ssrcs.includes(ssrc)) track.ssrcs.push(ssrc)
  if (!track.payloadTypes.includes(type & 127)) track.payloadTypes.push(type & 127)
  if (track.packets === 0) track.firstSequence = sequence
  const step = ((sequence - track.lastSequence) << 16) >> 16
  if (track.packets++ > 0 && step <= 0) return void track.late.push(sequence)
  if (track.packets > 1 && step !== 1) track.jumps++
  track.lastSequence = sequence
  if (packet.length > 200) countFrame(track, packet)
}

function countFrame(track: TrackStats, packet: Buffer): void {
  const timestamp = packet.readUInt32BE(4)
  const pictureId = packet.readUInt16BE(PICTURE_ID_AT) & 0x7fff
  const layer = packet.length < MAX_LOW_LAYER_BYTES ? 'low' : 'high'
  const before = latest.get(track)
  latest.set(track, { timestamp, pictureId })
  if (track.layers.at(-1) !== layer) {
    const isKeyframe = (packet.readUInt8(12) & 0x10) !== 0 && (packet.readUInt8(FRAME_HEADER_AT) & 1) === 0
    if (before && !isKeyframe) track.brokenSwitches++
    track.layers.push(layer)
  }
  if (!before) return
  if (((pictureId - before.pictureId) & 0x7fff) > 1) track.pictureIdJumps++
  if (((timestamp - before.timestamp) | 0) < 0) track.timestampBackSteps++
}
