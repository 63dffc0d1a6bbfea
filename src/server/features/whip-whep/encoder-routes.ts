import * as z from 'zod/mini'
import type { Context, Feature } from '#server/feature.ts'
import type { SessionCache } from '#server/features/auth/session-cache.ts'
import { endStream } from '#server/features/streams/end-stream.ts'
import type { LiveState } from '#server/features/live/live-state.ts'
import type { Publisher } from '#server/features/live/room.ts'
import { STREAM_KEYS_TOPIC, type StreamKeys } from '#server/features/stream-keys/stream-keys.ts'
import type { Caller } from '#server/http/access.ts'
import { bearerOf } from '#server/http/bearer.ts'
import { invalid, notFound } from '#server/http/errors.ts'
import { addressKey, rateOf } from '#server/http/rate-limits.ts'
import { challenge } from './challenge.ts'
import { type Exchange, mountProtocol } from './sdp-exchange.ts'
import { publishByKey } from './publish-by-key.ts'
import { watchUsers } from './watch-users.ts'

const WRONG_KEYS = rateOf('wrongStreamKeys')

type Shared = { state: LiveState; sessionCache: SessionCache; streamKeys: StreamKeys }
type Parts = Context & LiveState & Omit<Shared, 'state'>

/** WHIP (RFC 9725): programs such as OBS broadcast with a member's stream key. */
export const encoders = ({ state, ...shared }: Shared): Feature => ({
  name: 'encoders',
  register(app, context) {
    const parts = { ...context, ...state, ...shared }
    const { broadcasts, config, db, engine, hub, rooms } = parts

    mountProtocol(
      app,
      {
        engine,
        rooms: state.rooms,
        limits: context.limits,
        turn: config.live.turn,
        bodyPace: config.http.bodyPace,
      },
      {
        endpoint: '/whip',
        session: '/whip/:sessionId',
        isMatchRequired: true,
        async open(exchange, readOffer) {
          const member = await holderOf(parts, exchange)
          const streamId = wantedStream(exchange)
          const offer = readOffer()
          const checkKey = () => holderOf(parts, exchange)
          const { peerId, sdp } = await publishByKey(parts, member, { streamId, offer, checkKey })
          return { peerId, sdp, location: `/whip/${peerId}` }
        },
        async find(exchange) {
          const { peerId, encoder } = await getEncoder(parts, exchange, false)
          return { peerId, iceUfrag: encoder?.iceUfrag ?? null }
        },
        async end(exchange) {
          const publisher = await getEncoder(parts, exchange, true)
          await endStream({ db, hub }, publisher.room.streamId, 'owner')
          // One whose stream had not started, or ended by itself meanwhile.
          if (rooms.findPublisher(publisher.peerId)) broadcasts.cut(publisher)
        },
      },
    )

    const stopMembers = watchUsers(parts)
    const stopKeys = hub.subscribe(STREAM_KEYS_TOPIC, (message) => {
      if (message.type === 'stream_key_renewed') cutEncoders(state, message.userId)
    })
    return () => {
      stopMembers()
      stopKeys()
    }
  },
})

const query = z.object({ streamId: z.optional(z.string()) })

/** The stream that an encoder names, if any; throws 400 for one that names several. */
function wantedStream({ request }: Exchange): string | undefined {
  const { success, data } = query.safeParse(request.query)
  if (!success) throw invalid()
  return data.streamId
}

const sessionParams = z.object({ sessionId: z.string() })

/** The active member whose key the request shows; throws 401. */
async function holderOf(
  { config, limits, sessionCache, streamKeys }: Parts,
  { request, reply }: Exchange,
): Promise<Caller> {
  const key = bearerOf(request)
  const userId = key === null ? undefined : await streamKeys.holderOf(key)
  const member = userId === undefined ? undefined : await sessionCache.member(userId)
  if (member) return { id: member.id, role: member.role }
  if (key !== null) await limits.consume(WRONG_KEYS, addressKey(request.ip))
  throw challenge(config, { request, reply })
}

/**
 * The member's encoder of this session; throws 401, or 404. `orLost`: also one whose peer is gone while its broadcast waits
 * for it, as most say goodbye to the peer before they end the session.
 */
async function getEncoder(parts: Parts, exchange: Exchange, orLost: boolean): Promise<Publisher> {
  const member = await holderOf(parts, exchange)
  const { sessionId } = sessionParams.parse(exchange.request.params)
  const lost = orLost ? parts.rooms.all().find((room) => room.lost?.peerId === sessionId)?.lost : null
  const publisher = parts.rooms.findPublisher(sessionId) ?? lost
  if (!publisher?.encoder || publisher.memberId !== member.id) throw notFound('notFound.liveSession')
  return publisher
}

/** They lose the line as if it broke; with the new key they may come back within the grace. */
function cutEncoders({ rooms, broadcasts }: LiveState, memberId: string): void {
  for (const { publisher } of rooms.all())
    if (publisher?.encoder && publisher.memberId === memberId) broadcasts.cut(publisher)
}
