import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant } from '#shared/fields.ts'
import { claimedSender } from '#shared/socket.ts'

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

const sender = { streamId: id, ...claimedSender }

/**
 * The peer of a viewer that a message belongs to. The server's offer names it; a client that repeats it with its answer
 * and candidates avoids a race with a newer offer.
 */
const peerId = z.optional(id)

/** `auto`: the best layer that the viewer's connection carries. `low`: always the low layer. `audio`: no video. */
export const QUALITIES = ['auto', 'low', 'audio'] as const
const quality = z.enum(QUALITIES)
export type Quality = z.output<typeof quality>

/**
 * Messages from the browser to broadcast or to watch. The server is the peer of both: a broadcaster offers,
 * a viewer joins and answers. Each payload is in `data` or in the field of its own name.
 */
export const liveClientMessages = [
  z.object({ type: z.literal('subscribe'), ...sender }),
  z.object({ type: z.literal('unsubscribe'), ...sender }),
  /** As `subscribe_channel` of the live streams without `since`. */
  z.object({ type: z.literal('subscribe_live') }),
  /**
   * Joining again with another quality does not change the viewer count. Nor does a preview (`isPreview`): that of the studio, and
   * the muted one of a card, which gets the low layer.
   */
  z.object({
    type: z.literal('join_stream'),
    ...sender,
    quality: z.optional(quality),
    isPreview: z.optional(z.boolean()),
  }),
  /** Changes the quality that this socket receives, without a new offer. */
  z.object({ type: z.literal('set_quality'), ...sender, quality }),
  z.object({ type: z.literal('leave_stream'), ...sender }),
  /** From the page that broadcasts, after each answer and each change: whether it sends a picture. */
  z.object({ type: z.literal('set_camera'), ...sender, isOn: z.boolean() }),
  z.object({
    type: z.literal('webrtc_offer'),
    ...sender,
    data: z.optional(offer),
    offer: z.optional(offer),
  }),
  z.object({
    type: z.literal('webrtc_answer'),
    ...sender,
    data: z.optional(answer),
    answer: z.optional(answer),
    peerId,
  }),
  z.object({
    type: z.literal('webrtc_ice_candidate'),
    ...sender,
    data: z.optional(z.nullable(candidate)),
    candidate: z.optional(z.nullable(candidate)),
    peerId,
  }),
] as const

/** The studio page, or a WHIP encoder. */
const broadcastSource = z.enum(['page', 'encoder'])

const ofStream = { streamId: id }

/**
 * Sockets that have joined right now. `ownerCount` of them belong to the stream's owner, whose pages subtract it from
 * the number that they show; it is absent if it is 0.
 */
const viewerCounts = { viewerCount: z.int(), ownerCount: z.optional(z.int()) }

/** Messages from the server to a stream's topic and to its peers. Each payload is in `data` and in its own field. */
export const liveServerMessages = [
  /** To one socket: it follows the stream from here on. */
  z.object({
    type: z.literal('subscribed'),
    ...ofStream,
    /** Later than what the record says. */
    viewerCount: z.optional(viewerCounts.viewerCount),
    ownerCount: viewerCounts.ownerCount,
    /** As in the record; absent for a stream that is not live. */
    isRecording: z.optional(z.boolean()),
    /** Where the stream's broadcast comes from; null while there is none. */
    source: z.optional(z.nullable(broadcastSource)),
    /** As in `stream_joined`. */
    isCameraOff: z.optional(z.boolean()),
    /** Version of the record: with another `updatedAt` than a page has read, the record has changed since. */
    mark: z.optional(z.object({ updatedAt: instant, likesCount: z.int(), tipsTotal: z.string() })),
    /** To its owner: another window broadcasts the stream, so that broadcasting from here takes over from that one. */
    isElsewhere: z.optional(z.boolean()),
  }),
  z.object({ type: z.literal('webrtc_offer'), ...ofStream, data: offer, offer, peerId }),
  z.object({ type: z.literal('webrtc_answer'), ...ofStream, data: answer, answer }),
  z.object({ type: z.literal('webrtc_ice_candidate'), ...ofStream, data: candidate, candidate, peerId }),
  /** To one broadcaster: the engine lost the peer, a new offer is needed. */
  z.object({ type: z.literal('webrtc_restart'), ...ofStream }),
  /** To subscribers of the list of live streams: a public stream started or ended. */
  z.object({ type: z.literal('live_changed'), ...ofStream, data: z.object({ isLive: z.boolean() }) }),
  /** To one socket: its join is counted, with the state of the stream. */
  z.object({
    type: z.literal('stream_joined'),
    ...ofStream,
    data: z.object({
      isLive: z.boolean(),
      ...viewerCounts,
      startedAt: z.nullable(instant),
      /** Live, but its broadcaster is disconnected. */
      isInterrupted: z.boolean(),
      /** The broadcaster sends media: if the stream is live as well, an offer follows. */
      hasMedia: z.boolean(),
      /** The broadcaster's page has turned its camera off; absent while it is on. */
      isCameraOff: z.optional(z.boolean()),
    }),
  }),
  /** To one viewer: the requested quality, the current one, and whether a low layer exists. */
  z.object({
    type: z.literal('quality'),
    ...ofStream,
    data: z.object({ quality, shown: z.enum(['high', 'low', 'audio']), hasLow: z.boolean() }),
  }),
  z.object({ type: z.literal('viewer_count'), ...ofStream, data: z.object(viewerCounts) }),
  z.object({ type: z.literal('stream_started'), ...ofStream, data: z.object({ startedAt: instant }) }),
  z.object({ type: z.literal('stream_ended'), ...ofStream, data: z.object({ endedAt: instant }) }),
  /** The broadcaster disconnected; the stream stays live until the grace period is over. */
  z.object({ type: z.literal('broadcast_interrupted'), ...ofStream }),
  z.object({ type: z.literal('broadcast_resumed'), ...ofStream }),
  /** The broadcaster turned the camera off or on; later ones get it with `subscribed` and `stream_joined`. */
  z.object({ type: z.literal('camera_changed'), ...ofStream, data: z.object({ isOn: z.boolean() }) }),
  /** The broadcast source changed; later subscribers get it with `subscribed`. */
  z.object({ type: z.literal('broadcast_source'), ...ofStream, data: z.object({ source: broadcastSource }) }),
] as const

/** STUN and TURN servers for `RTCPeerConnection`; the TURN credentials expire at `expiresAt`. */
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

/** For viewers and broadcasters; empty if the operator has set no TURN_URL. */
export const getIceServers = endpoint({
  method: 'GET',
  path: '/api/live/ice-servers',
  access: 'anyone',
  rate: { name: 'iceServers', ofAddress: 'iceServersOfAddress' },
  response: iceServers,
})

/**
 * Tests the connection before going live: answers the caller's SDP offer as a broadcast without viewers that ends by
 * itself after `seconds`. 429 while another test of the caller runs. `process` is the index of the engine process to
 * test, as each one has its own port; 400 if it does not exist.
 */
export const startConnectionTest = endpoint({
  method: 'POST',
  path: '/api/live/checks',
  access: 'member',
  body: z.object({ sdp, process: z.optional(z.int().check(z.minimum(0))) }),
  response: z.object({ id, sdp: z.string(), seconds: z.int() }),
  status: 201,
})

/** Ends a test early; idempotent. */
export const endConnectionTest = endpoint({
  method: 'DELETE',
  path: '/api/live/checks/:id',
  access: 'member',
  params: z.object({ id }),
  response: z.object({ ended: z.literal(true) }),
})
