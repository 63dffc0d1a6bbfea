import * as z from 'zod/mini'

/*
 * The IPC messages between the app and the live engine's process. A request carries an `id` and gets exactly one reply
 * with the same `id`; a command gets no reply; an event is sent by the engine unasked.
 */

const requestId = z.int()
const streamId = z.string()
const peerId = z.string()
const sdp = z.string()
const errorCode = z.enum(['bad_sdp', 'not_publishing', 'unavailable', 'unknown_peer'])
/** The quality that a viewer requests: the best layer for its connection, always the low layer, or no video. */
const quality = z.enum(['auto', 'low', 'audio'])
/** The video that a viewer receives. */
const layer = z.enum(['high', 'low', 'audio'])

/** The highest bitrate that publishers are asked to keep to, in bits per second. */
const maxBitrate = z.int()

/**
 * Durations are milliseconds. `announcedIp` replaces the address in every candidate that browsers get.
 * `allowLocalCandidates` accepts remote candidates on loopback and link-local addresses.
 */
const config = z.object({
  host: z.string(),
  udpPort: z.int(),
  announcedIp: z.nullable(z.string()),
  allowLocalCandidates: z.boolean(),
  peerTimeoutMs: z.int(),
  maxBitrate,
})

/** Counted since the stream appeared in this process. Packets are media packets, not RTCP. */
const streamStats = z.object({
  streamId,
  viewers: z.int(),
  packetsIn: z.int(),
  packetsOut: z.int(),
  /** Bytes of the same packets, RTP headers included. */
  bytesIn: z.int(),
  bytesOut: z.int(),
  /** Packets of the publishers that never arrived, not even by retransmission. */
  packetsLost: z.int(),
  /** Packets that were sent to viewers again. */
  packetsRetransmitted: z.int(),
  hasLowLayer: z.boolean(),
  isRecording: z.boolean(),
})

/** About the engine's own process. */
const processStats = z.object({
  /** CPU seconds since the process started, user and system. */
  cpuSeconds: z.number(),
  memoryBytes: z.int(),
})

/** An encoded picture, in Base64. `description` is the decoder configuration of H264 (ISO 14496-15); VP8 has none. */
const keyframe = z.object({
  codec: z.enum(['VP8', 'H264']),
  data: z.string(),
  description: z.nullable(z.string()),
})

const request = [
  z.object({ type: z.literal('start'), id: requestId, config }),
  z.object({ type: z.literal('publish'), id: requestId, streamId, peerId, sdp }),
  z.object({ type: z.literal('watch'), id: requestId, streamId, peerId, quality }),
  /** For a player that offers by itself (WHEP). */
  z.object({ type: z.literal('play'), id: requestId, streamId, peerId, sdp, quality }),
  z.object({ type: z.literal('accept_answer'), id: requestId, peerId, sdp }),
  /** Records the stream's publishers into new files of an existing folder until `stop_recording`. */
  z.object({ type: z.literal('record'), id: requestId, streamId, folder: z.string() }),
  /** Replied when the files are complete; at once when nothing is recorded. */
  z.object({ type: z.literal('stop_recording'), id: requestId, streamId }),
  /** Replied with the next keyframe of the smallest layer, or null if none arrives within some seconds. */
  z.object({ type: z.literal('capture_keyframe'), id: requestId, streamId }),
  z.object({ type: z.literal('stats'), id: requestId }),
] as const

const command = [
  z.object({ type: z.literal('add_candidate'), peerId, candidate: z.string(), mid: z.nullable(z.string()) }),
  z.object({ type: z.literal('set_quality'), peerId, quality }),
  z.object({ type: z.literal('close_peer'), peerId }),
  z.object({ type: z.literal('end_stream'), streamId }),
  /** Also for the publishers that are connected. */
  z.object({ type: z.literal('set_max_bitrate'), maxBitrate }),
] as const

const reply = [
  z.object({ type: z.literal('done'), id: requestId }),
  z.object({ type: z.literal('sdp'), id: requestId, sdp }),
  z.object({ type: z.literal('keyframe'), id: requestId, keyframe: z.nullable(keyframe) }),
  z.object({ type: z.literal('stats'), id: requestId, streams: z.array(streamStats), process: processStats }),
  z.object({ type: z.literal('failed'), id: requestId, code: errorCode, message: z.string() }),
] as const

const event = [
  /**
   * At intervals while the process works. `utilization`: the share of the time, 0 to 1, in which the event loop was not
   * idle since the previous heartbeat; `delayMs`: how late the loop is.
   */
  z.object({ type: z.literal('heartbeat'), utilization: z.number(), delayMs: z.number() }),
  z.object({ type: z.literal('candidate'), peerId, candidate: z.string(), mid: z.string() }),
  z.object({ type: z.literal('publishing'), streamId, peerId }),
  z.object({ type: z.literal('peer_closed'), streamId, peerId, role: z.enum(['publisher', 'viewer']) }),
  z.object({ type: z.literal('reoffer'), streamId, peerId }),
  /** Which layer a viewer gets from now on, and whether it could choose the low layer. */
  z.object({ type: z.literal('layer_changed'), streamId, peerId, layer, hasLowLayer: z.boolean() }),
  /** The recording has stopped: the disk is full, or a file cannot be created. */
  z.object({ type: z.literal('recording_failed'), streamId, message: z.string() }),
] as const

/** The file that a recording was assembled into. */
const assembledRecording = z.object({
  /** Its name in the folder of the parts. */
  file: z.string(),
  mimeType: z.string(),
  /** The wall clock at the file's time zero, in milliseconds. */
  startedAt: z.int(),
  /** In seconds. */
  duration: z.number(),
  /** Pixels of the largest frame; null for audio only. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
})

/**
 * The single message of the assembler's process. `empty`: the parts hold nothing to watch. `isTemporary`: the operating
 * system refused something, as when the disk is full; otherwise another attempt would fail too.
 */
export const assemblerMessage = z.discriminatedUnion('type', [
  z.extend(assembledRecording, { type: z.literal('assembled') }),
  z.object({ type: z.literal('empty') }),
  z.object({ type: z.literal('failed'), message: z.string(), isTemporary: z.boolean() }),
])

/** The file beside the parts that the assembler writes to. The app removes it: a killed assembler cannot. */
export const UNFINISHED_FILE = 'unfinished'

export const toEngine = z.discriminatedUnion('type', [...request, ...command])
export const fromEngine = z.discriminatedUnion('type', [...reply, ...event])

export type AssembledRecording = z.output<typeof assembledRecording>
export type AssemblerMessage = z.output<typeof assemblerMessage>
export type EngineConfig = z.output<typeof config>
export type EncodedKeyframe = z.output<typeof keyframe>
export type Quality = z.output<typeof quality>
export type ProcessStats = z.output<typeof processStats>
export type StreamStats = z.output<typeof streamStats>
export type EngineErrorCode = z.output<typeof errorCode>
export type EngineRequest = z.output<(typeof request)[number]>
export type EngineCommand = z.output<(typeof command)[number]>
export type EngineReply = z.output<(typeof reply)[number]>
export type EngineEvent = z.output<(typeof event)[number]>
