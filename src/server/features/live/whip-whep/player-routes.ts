import { type LiveState, liveStateService } from '#server/features/live/live/live-state.ts'
import { type SessionCache, sessionCacheService } from '#server/features/accounts/auth/session-cache.ts'
import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { getPlayback } from '#shared/live/streams.ts'
import type { Context, Mount } from '#server/feature.ts'
import { identify } from '#server/features/accounts/auth/sessions.ts'
import { leaveStream } from '#server/features/live/live/leave-stream.ts'
import { assertNotBanned, getVisibleStream } from '#server/features/live/streams/access.ts'
import { getBearerToken } from '#server/http/bearer.ts'
import { notFound } from '#server/http/errors.ts'
import { isCrossOrigin } from '#server/http/origin.ts'
import { route } from '#server/http/route.ts'
import type { Identity } from '#server/realtime/connection.ts'
import { challenge } from './challenge.ts'
import { type Exchange, mountProtocol } from './sdp-exchange.ts'
import { playStream } from './play-stream.ts'
import { PlaybackTokens } from './playback-tokens.ts'

const streamParams = z.object({ streamId: id })
const sessionParams = z.object({ streamId: id, sessionId: id })

type Dependencies = Context & LiveState & { sessionCache: SessionCache; tokens: PlaybackTokens }

export const mountPlayers: Mount = (app, context) => {
  const state = context.service(liveStateService)
  const sessionCache = context.service(sessionCacheService)
  const tokens = new PlaybackTokens(context.secrets.session)
  const dependencies = { ...context, ...state, sessionCache, tokens }
  const { config, db, engine } = dependencies

  route(app, getPlayback, async ({ params, user }) => {
    const { stream } = await getVisibleStream(db, params.id, user)
    await assertNotBanned(db, stream.id, user)
    const whepUrl = new URL(`/whep/${stream.id}`, config.publicUrl).href
    if (stream.isPublic || !user) return { whepUrl, token: null, expiresAt: null }
    const { token, expiresAt } = tokens.issue(stream.id, user.id)
    return { whepUrl, token, expiresAt: expiresAt.toISOString() }
  })

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
      endpoint: '/whep/:streamId',
      session: '/whep/:streamId/:sessionId',
      isMatchRequired: false,
      async open(exchange, readOffer) {
        const { data } = streamParams.safeParse(exchange.request.params)
        if (!data) throw notFound('notFound.stream')
        const { streamId } = data
        const identity = await identityOf(dependencies, exchange, streamId)
        const { peerId, sdp } = await playStream(dependencies, identity, { streamId, offer: readOffer() })
        return { peerId, sdp, location: `/whep/${streamId}/${peerId}` }
      },
      // The unguessable session URL authorizes PATCH and DELETE.
      async find({ request }) {
        const { sessionId, player } = getPlayer(state, request.params)
        return { peerId: sessionId, iceUfrag: player.iceUfrag }
      },
      async end({ request }) {
        leaveStream(dependencies, getPlayer(state, request.params).viewer)
      },
    },
  )
}

/**
 * Returns the identity of a viewer: the user of a playback token, or else the session's, unless the request comes from
 * another site's page. Throws 401 for an invalid token.
 */
async function identityOf(
  { config, sessionCache, tokens }: Dependencies,
  exchange: Exchange,
  streamId: string,
): Promise<Identity> {
  const { request } = exchange
  const identity = identify(request)
  const token = getBearerToken(request)
  if (token !== null) {
    const userId = tokens.read(token, streamId)
    const user = userId === null ? undefined : await sessionCache.findUser(userId)
    if (!user) throw challenge(config, exchange)
    return { ...identity, user: { id: user.id, role: user.role }, sessionId: null }
  }
  return isCrossOrigin(request, config.publicUrl) ? { ...identity, user: null, visitorId: null } : identity
}

/** Throws 404 if the player's session does not exist any more. */
function getPlayer({ rooms }: LiveState, params: unknown) {
  const { data } = sessionParams.safeParse(params)
  const viewer = data && rooms.findViewer(data.sessionId)
  if (!viewer?.player || viewer.room.streamId !== data?.streamId) throw notFound('notFound.liveSession')
  const { sessionId } = data
  return { sessionId, viewer, player: viewer.player }
}
