import * as z from 'zod/mini'
import { id, instant } from './fields.ts'

const sdp = z.string().check(z.minLength(1), z.maxLength(60_000))
const offer = z.object({ type: z.literal('offer'), sdp })
const answer = z.object({ type: z.literal('answer'), sdp })
const candidate = z.object({
  candidate: z.string().check(z.maxLength(2000)),
  sdpMid: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  sdpMLineIndex: z.optional(z.nullable(z.int())),
  usernameFragment: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
})
export type IceCandidate = z.output<typeof candidate>

/** A message may name its sender: the session decides who speaks, a different id here is refused. */
const claimed = { streamId: id, userId: z.optional(z.nullable(z.string())) }

/**
 * Which of a viewer's peers a message is for: the server's offer names one, and who repeats it in the answer and
 * with its candidates is safe from a newer offer that crosses them.
 */
const peerId = z.optional(id)

/**
 * What a browser sends to broadcast or to watch. The server is the peer of both: a broadcaster offers,
 * a viewer joins and answers. Each payload stands in `data` or in the field of its own name.
 */
export const liveUp = [
  z.object({ type: z.literal('join_stream'), ...claimed }),
  z.object({ type: z.literal('leave_stream'), ...claimed }),
  z.object({
    type: z.literal('webrtc_offer'),
    ...claimed,
    data: z.optional(offer),
    offer: z.optional(offer),
  }),
  z.object({
    type: z.literal('webrtc_answer'),
    ...claimed,
    data: z.optional(answer),
    answer: z.optional(answer),
    peerId,
  }),
  z.object({
    type: z.literal('webrtc_ice_candidate'),
    ...claimed,
    data: z.optional(z.nullable(candidate)),
    candidate: z.optional(z.nullable(candidate)),
    peerId,
  }),
] as const

const ofStream = { streamId: id }

/** What the server sends on a stream's topic and to its peers. Payloads stand in `data` and in their own field. */
export const liveDown = [
  z.object({ type: z.literal('webrtc_offer'), ...ofStream, data: offer, offer, peerId }),
  z.object({ type: z.literal('webrtc_answer'), ...ofStream, data: answer, answer }),
  z.object({ type: z.literal('webrtc_ice_candidate'), ...ofStream, data: candidate, candidate, peerId }),
  /** To one broadcaster: the engine lost the peer, make a new offer. */
  z.object({ type: z.literal('webrtc_restart'), ...ofStream }),
  /** To whoever follows the list of live streams: a public one started or ended. */
  z.object({ type: z.literal('live_changed'), ...ofStream, data: z.object({ isLive: z.boolean() }) }),
  /** To one socket: its join is counted, and how the stream stands. */
  z.object({
    type: z.literal('stream_joined'),
    ...ofStream,
    data: z.object({
      isLive: z.boolean(),
      viewerCount: z.int(),
      startedAt: z.nullable(instant),
      /** Live, but its broadcaster is away. */
      isInterrupted: z.boolean(),
    }),
  }),
  z.object({ type: z.literal('viewer_count'), ...ofStream, data: z.object({ viewerCount: z.int() }) }),
  z.object({ type: z.literal('stream_started'), ...ofStream, data: z.object({ startedAt: instant }) }),
  z.object({ type: z.literal('stream_ended'), ...ofStream, data: z.object({ endedAt: instant }) }),
  /** The broadcaster is gone, the stream stays live until the grace is over. */
  z.object({ type: z.literal('broadcast_interrupted'), ...ofStream }),
  z.object({ type: z.literal('broadcast_resumed'), ...ofStream }),
] as const
