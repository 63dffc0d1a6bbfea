import * as z from 'zod/mini'

/** The messages between a test and its process of synthetic peers. Each command gets one reply. */
const command = { id: z.int(), peer: z.string() }
const kind = z.enum(['audio', 'video'])

export const peerCommand = z.discriminatedUnion('type', [
  z.object({
    ...command,
    type: z.literal('publish'),
    kinds: z.array(kind),
    video: z.enum(['VP8', 'H264']),
    firstSequence: z.int(),
    hasLowLayer: z.boolean(),
  }),
  /** A player that offers by itself. */
  z.object({ ...command, type: z.literal('play'), kinds: z.array(kind), payloadType: z.int() }),
  z.object({ ...command, type: z.literal('accept_answer'), sdp: z.string() }),
  z.object({ ...command, type: z.literal('watch'), sdp: z.string() }),
  z.object({ ...command, type: z.literal('candidate'), candidate: z.string(), mid: z.string() }),
  z.object({ ...command, type: z.literal('request_keyframe') }),
  z.object({ ...command, type: z.literal('send_nack'), sequences: z.array(z.int()) }),
  z.object({ ...command, type: z.literal('skip_packets'), packets: z.int() }),
  /** Whether the high layer is paused; the low layer and audio continue. */
  z.object({ ...command, type: z.literal('pause_video'), isPaused: z.boolean() }),
  z.object({ ...command, type: z.literal('flood'), packets: z.int(), payloadBytes: z.int() }),
  /** The fraction of video that a viewer reports as lost from now on, in 1/256. */
  z.object({ ...command, type: z.literal('report_loss'), fractionLost: z.int() }),
  z.object({ ...command, type: z.literal('stats') }),
  z.object({ ...command, type: z.literal('close') }),
])

const track = z.object({
  packets: z.int(),
  /** Steps of the sequence number other than +1. */
  jumps: z.int(),
  /** Sequence numbers that arrived after a later one. */
  late: z.array(z.int()),
  ssrcs: z.array(z.int()),
  firstSequence: z.int(),
  lastSequence: z.int(),
  senderReports: z.int(),
  payloadTypes: z.array(z.int()),
  /** The layers that arrived, one entry for each switch. */
  layers: z.array(z.enum(['high', 'low'])),
  /** Switches that did not start with a keyframe, and steps of the picture id other than 0 and +1. */
  brokenSwitches: z.int(),
  pictureIdJumps: z.int(),
  /** Timestamps earlier than the one before. */
  timestampBackSteps: z.int(),
})
const stats = z.object({
  state: z.string(),
  /** Media that a viewer received. */
  audio: track,
  video: track,
  /** Receiver reports that a viewer has sent. */
  reports: z.int(),
  /** Requests that a publisher received. */
  keyframeRequests: z.int(),
  nackedSequences: z.array(z.int()),
  bitrate: z.int(),
})

export const fromPeers = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('done'), id: z.int() }),
  z.object({ type: z.literal('sdp'), id: z.int(), sdp: z.string() }),
  z.object({ type: z.literal('stats'), id: z.int(), stats }),
  z.object({ type: z.literal('failed'), id: z.int(), message: z.string() }),
  z.object({ type: z.literal('candidate'), peer: z.string(), candidate: z.string(), mid: z.string() }),
])

export type Kind = z.output<typeof kind>
export type PeerCommand = z.output<typeof peerCommand>
export type FromPeers = z.output<typeof fromPeers>
export type PeerStats = z.output<typeof stats>
export type TrackStats = z.output<typeof track>
