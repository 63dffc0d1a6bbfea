import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { claimedSender } from './socket.ts'

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

const claimed = { streamId: id, ...claimedSender }

/**
 * Which of a viewer's peers a message is for: the server's offer names one, and who repeats it in the answer and
 * with its candidates is safe from a newer offer that crosses them.
 */
const peerId = z.optional(id)

/** The best that a viewer's line carries, always the smaller picture, or sound alone. */
export const QUALITIES = ['auto', 'low', 'audio'] as const
const quality = z.enum(QUALITIES)
export type Quality = z.output<typeof quality>

/**
 * What a browser sends to broadcast or to watch. The server is the peer of both: a broadcaster offers,
 * a viewer joins and answers. Each payload stands in `data` or in the field of its own name.
 */
export const liveUp = [
  z.object({ type: z.literal('subscribe'), ...claimed }),
  z.object({ type: z.literal('unsubscribe'), ...claimed }),
  /** Follows starts and ends of public streams, for lists. */
  z.object({ type: z.literal('subscribe_live') }),
  /**
   * Joining again with another quality counts nothing. Nor does the studio's own look at what viewers see
   * (`isPreview`), which is heeded of the stream's owner alone.
   */
  z.object({
    type: z.literal('join_stream'),
    ...claimed,
    quality: z.optional(quality),
    isPreview: z.optional(z.boolean()),
  }),
  /** What this socket gets of the stream from now on, without a new offer. */
  z.object({ type: z.literal('set_quality'), ...claimed, quality }),
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

/** A page of ours, or a program that sends by WHIP. */
const broadcastSource = z.enum(['page', 'encoder'])

const ofStream = { streamId: id }

/**
 * Sockets that have joined right now. `ownerCount` of them are the stream's owner's, whose pages leave these out of the
 * number that they show; it is absent where there are none.
 */
const viewerCounts = { viewerCount: z.int(), ownerCount: z.optional(z.int()) }

/** What the server sends on a stream's topic and to its peers. Payloads stand in `data` and in their own field. */
export const liveDown = [
  /** To one socket: it follows the stream from here on. */
  z.object({
    type: z.literal('subscribed'),
    ...ofStream,
    /** Later than what the record says. */
    viewerCount: z.optional(viewerCounts.viewerCount),
    ownerCount: viewerCounts.ownerCount,
    /** Where the stream's broadcast comes from; null while there is none. */
    source: z.optional(z.nullable(broadcastSource)),
    /** How the record stands, for a page that read it before: another `updatedAt` means that it changed in between. */
    mark: z.optional(z.object({ updatedAt: instant, likesCount: z.int() })),
    /** To its owner: another window sends it, so that sending from here takes over from that one. */
    isElsewhere: z.optional(z.boolean()),
  }),
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
      ...viewerCounts,
      startedAt: z.nullable(instant),
      /** Live, but its broadcaster is away. */
      isInterrupted: z.boolean(),
      /** The broadcaster sends: where the stream is live as well, an offer follows. */
      hasMedia: z.boolean(),
    }),
  }),
  /** To one viewer: what it asked for, what it gets now, and whether there is a smaller picture to choose. */
  z.object({
    type: z.literal('quality'),
    ...ofStream,
    data: z.object({ quality, shown: z.enum(['high', 'low', 'audio']), hasLow: z.boolean() }),
  }),
  z.object({ type: z.literal('viewer_count'), ...ofStream, data: z.object(viewerCounts) }),
  z.object({ type: z.literal('stream_started'), ...ofStream, data: z.object({ startedAt: instant }) }),
  z.object({ type: z.literal('stream_ended'), ...ofStream, data: z.object({ endedAt: instant }) }),
  /** The broadcaster is gone, the stream stays live until the grace is over. */
  z.object({ type: z.literal('broadcast_interrupted'), ...ofStream }),
  z.object({ type: z.literal('broadcast_resumed'), ...ofStream }),
  /** The broadcast comes from elsewhere now; who subscribes later is told with `subscribed`. */
  z.object({ type: z.literal('broadcast_source'), ...ofStream, data: z.object({ source: broadcastSource }) }),
] as const

/** STUN and TURN servers as `RTCPeerConnection` takes them; those of TURN hold until `expiresAt`. */
export const iceServers = z.object({
  iceServers: z.array(
    z.object({
      urls: z.array(z.string()),
      username: z.optional(z.string()),
      credential: z.optional(z.string()),
    }),
  ),
  expiresAt: z.nullable(instant),
})
export type IceServers = z.output<typeof iceServers>

/** For whoever watches or broadcasts: empty where the operator has set no TURN_URL. */
export const getIceServers = endpoint({
  method: 'GET',
  path: '/api/live/ice-servers',
  access: 'anyone',
  rate: { name: 'iceServers', ofAddress: 'iceServersOfAddress' },
  response: iceServers,
})

/**
 * Tries the line before going live: answers an offer of the caller's as a broadcast that nobody sees and that ends by
 * itself after `seconds`. 429 while another check of the caller's runs. `process`: which of the engine's processes
 * answers, each of which has a port of its own; 400 where there is no such.
 */
export const startConnectionTest = endpoint({
  method: 'POST',
  path: '/api/live/checks',
  access: 'member',
  body: z.object({ sdp, process: z.optional(z.int().check(z.minimum(0))) }),
  response: z.object({ id, sdp: z.string(), seconds: z.int() }),
  status: 201,
})

/** Ends a check early; one that is over is over. */
export const endConnectionTest = endpoint({
  method: 'DELETE',
  path: '/api/live/checks/:id',
  access: 'member',
  params: z.object({ id }),
  response: z.object({ ended: z.literal(true) }),
})
