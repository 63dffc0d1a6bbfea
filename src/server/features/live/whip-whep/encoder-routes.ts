import * as z from 'zod/mini'
import { type LiveState, liveStateService } from '#server/features/live/live/live-state.ts'
import type { Context, Mount } from '#server/feature.ts'
import { type SessionCache, sessionCacheService } from '#server/features/accounts/auth/session-cache.ts'
import { endStream } from '#server/features/live/streams/end-stream.ts'
import type { Publisher } from '#server/features/live/live/room.ts'
import { type StreamKeys, streamKeysService } from '#server/features/live/stream-keys/stream-keys.ts'
import type { Caller } from '#server/http/access.ts'
import { getBearerToken } from '#server/http/bearer.ts'
import { invalid, notFound } from '#server/http/errors.ts'
import { addressKey, rateOf } from '#server/http/rates/rate-limits.ts'
import { streamKeyRenewed } from '#server/features/live/stream-keys/events.ts'
import { challenge } from './challenge.ts'
import { type Exchange, mountProtocol } from './sdp-exchange.ts'
import { publishByKey } from './publish-by-key.ts'
import { closeRevokedPeers } from './close-revoked-peers.ts'

const WRONG_KEYS = rateOf('wrongStreamKeys')

type Dependencies = Context & LiveState & { sessionCache: SessionCache; streamKeys: StreamKeys }

export const mountEncoders: Mount = (app, context) => {
  const state = context.service(liveStateService)
  const dependencies = {
    ...context,
    ...state,
    sessionCache: context.service(sessionCacheService),
    streamKeys: context.service(streamKeysService),
  }
  const { broadcasts, config, engine, events, rooms } = dependencies

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
        const user = await authenticate(dependencies, exchange)
        const streamId = requestedStreamId(exchange)
        const offer = readOffer()
        const checkKey = () => authenticate(dependencies, exchange)
        const { peerId, sdp } = await publishByKey(dependencies, user, { streamId, offer, checkKey })
        return { peerId, sdp, location: `/whip/${peerId}` }
      },
      async find(exchange) {
        const { peerId, encoder } = await getEncoder(dependencies, exchange, { includeLost: false })
        return { peerId, iceUfrag: encoder?.iceUfrag ?? null }
      },
      async end(exchange) {
        const publisher = await getEncoder(dependencies, exchange, { includeLost: true })
        await endStream(dependencies, publisher.room.streamId, 'owner')
        // `endStream` has no effect on a stream that was not live: its publisher is closed here.
        if (rooms.findPublisher(publisher.peerId)) broadcasts.closePublisher(publisher)
      },
    },
  )

  const stopClosingPeers = closeRevokedPeers(dependencies)
  const stopWatchingKeys = events.on(streamKeyRenewed, ({ userId }) => closeEncoders(state, userId))
  return () => {
    stopClosingPeers()
    stopWatchingKeys()
  }
}

const query = z.object({ streamId: z.optional(z.string()) })

/** Returns the stream id of the query, if there is one. Throws 400 for several. */
function requestedStreamId({ request }: Exchange): string | undefined {
  const { success, data } = query.safeParse(request.query)
  if (!success) throw invalid()
  return data.streamId
}

const sessionParams = z.object({ sessionId: z.string() })

/** Returns the active user of the request's stream key. Throws 401, 429 after too many wrong keys. */
async function authenticate(
  { config, limits, sessionCache, streamKeys }: Dependencies,
  { request, reply }: Exchange,
): Promise<Caller> {
  const key = getBearerToken(request)
  const userId = key === null ? undefined : await streamKeys.findUserId(key)
  const user = userId === undefined ? undefined : await sessionCache.findUser(userId)
  if (user) return { id: user.id, role: user.role }
  if (key !== null) await limits.consume(WRONG_KEYS, addressKey(request.ip))
  throw challenge(config, { request, reply })
}

/**
 * Returns the user's encoder of this session. Throws 401, or 404. With `includeLost` also an encoder whose peer was lost
 * within the grace period: most encoders close the peer connection before they send DELETE.
 */
async function getEncoder(
  dependencies: Dependencies,
  exchange: Exchange,
  { includeLost }: { includeLost: boolean },
): Promise<Publisher> {
  const user = await authenticate(dependencies, exchange)
  const { sessionId } = sessionParams.parse(exchange.request.params)
  const lost = includeLost
    ? dependencies.rooms.all().find(({ lostPublisher }) => lostPublisher?.peerId === sessionId)?.lostPublisher
    : null
  const publisher = dependencies.rooms.findPublisher(sessionId) ?? lost
  if (!publisher?.encoder || publisher.userId !== user.id) throw notFound('notFound.liveSession')
  return publisher
}

/** Closes the user's encoders like a lost connection: with the new key they may return within the grace period. */
function closeEncoders({ rooms, broadcasts }: LiveState, userId: string): void {
  for (const { publisher } of rooms.all())
    if (publisher?.encoder && publisher.userId === userId) broadcasts.closePublisher(publisher)
}
