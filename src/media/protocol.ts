import * as z from 'zod/mini'

/*
 * What the app and the live engine's process tell each other over the IPC channel. A request carries an `id`
 * and gets exactly one reply with the same `id`; a notice gets none; an event comes by itself.
 */

const requestId = z.int()
const streamId = z.string()
const peerId = z.string()
const sdp = z.string()
const reason = z.enum(['bad_sdp', 'not_publishing', 'unavailable', 'unknown_peer'])

/** Durations are milliseconds. `announcedIp` replaces the address in every candidate that browsers get. */
const config = z.object({
  host: z.string(),
  udpPort: z.int(),
  announcedIp: z.nullable(z.string()),
  peerTimeoutMs: z.int(),
})

/** Counts since the stream appeared in this process; packets are media packets, not control packets. */
const streamStats = z.object({
  streamId,
  viewers: z.int(),
  packetsIn: z.int(),
  packetsOut: z.int(),
})

const request = [
  z.object({ type: z.literal('start'), id: requestId, config }),
  z.object({ type: z.literal('publish'), id: requestId, streamId, peerId, sdp }),
  z.object({ type: z.literal('watch'), id: requestId, streamId, peerId }),
  z.object({ type: z.literal('accept_answer'), id: requestId, peerId, sdp }),
  z.object({ type: z.literal('stats'), id: requestId }),
] as const

const notice = [
  z.object({ type: z.literal('add_candidate'), peerId, candidate: z.string(), mid: z.nullable(z.string()) }),
  z.object({ type: z.literal('close_peer'), peerId }),
  z.object({ type: z.literal('end_stream'), streamId }),
] as const

const reply = [
  z.object({ type: z.literal('done'), id: requestId }),
  z.object({ type: z.literal('sdp'), id: requestId, sdp }),
  z.object({ type: z.literal('stats'), id: requestId, streams: z.array(streamStats) }),
  z.object({ type: z.literal('failed'), id: requestId, code: reason, message: z.string() }),
] as const

const event = [
  z.object({ type: z.literal('candidate'), peerId, candidate: z.string(), mid: z.string() }),
  z.object({ type: z.literal('publishing'), streamId, peerId }),
  z.object({ type: z.literal('peer_closed'), streamId, peerId, role: z.enum(['publisher', 'viewer']) }),
  z.object({ type: z.literal('reoffer'), streamId, peerId }),
] as const

export const toEngine = z.discriminatedUnion('type', [...request, ...notice])
export const fromEngine = z.discriminatedUnion('type', [...reply, ...event])

export type EngineConfig = z.output<typeof config>
export type StreamStats = z.output<typeof streamStats>
export type FailureCode = z.output<typeof reason>
export type EngineRequest = z.output<(typeof request)[number]>
export type EngineNotice = z.output<(typeof notice)[number]>
export type EngineReply = z.output<(typeof reply)[number]>
export type EngineEvent = z.output<(typeof event)[number]>
