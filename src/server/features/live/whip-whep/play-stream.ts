import type { Context } from '#server/feature.ts'
import { admitViewer, checkViewerLimit } from '#server/features/live/live/admit-viewer.ts'
import { toBroadcastViewer } from '#server/features/live/live/broadcast-viewer.ts'
import { leaveStream } from '#server/features/live/live/leave-stream.ts'
import type { LiveState } from '#server/features/live/live/live-state.ts'
import { withEngineErrors, notLive } from '#server/features/live/live/with-engine-errors.ts'
import { hasMedia } from '#server/features/live/live/room.ts'
import { consumeJoin } from '#server/features/live/live/join-limits.ts'
import { getVisibleStream } from '#server/features/live/streams/access.ts'
import { countBroadcastViews } from '#server/features/live/streams/broadcast-queries.ts'
import { consumeRate } from '#server/http/rates/call-rates.ts'
import { HttpError } from '#server/http/errors.ts'
import { type Identity, clientKeyOf, isIdentified } from '#server/realtime/connection.ts'
import { readIceUfrag } from './ice-fragment.ts'

type Dependencies = Context & LiveState

/**
 * Accepts an outside player's offer for a live stream. The player counts as a viewer as long as its peer exists. Throws
 * 404 for a hidden stream, 403 for a banned user, 409 while no media arrives, 429 for too many players, 503 while the engine
 * is busy.
 */
export async function playStream(
  dependencies: Dependencies,
  identity: Identity,
  { streamId, offer }: { streamId: string; offer: string },
): Promise<{ peerId: string; sdp: string }> {
  const { db, engine, limits, rooms, counts, bans } = dependencies
  const { stream } = await getVisibleStream(db, streamId, identity.user)
  const clientKey = clientKeyOf(identity)
  await consumeRate(limits, { name: 'playerOffers', ofAddress: 'playerOffersOfAddress' }, identity)
  await consumeJoin(limits, identity, stream.id)
  if (!hasMedia(rooms.find(stream.id))) throw notLive()
  const isOwner = stream.streamerId === identity.user?.id
  if (!isOwner) checkViewerLimit(dependencies, stream.id)
  // The stream may have become private while the player waited.
  if (await admitViewer(engine, stream.id)) await getVisibleStream(db, streamId, identity.user)
  await bans.check(db, stream.id, identity.user)
  checkPlayerLimits(dependencies, identity)

  const peerId = crypto.randomUUID()
  const player = { iceUfrag: readIceUfrag(offer), address: identity.address }
  const { user, sessionId } = identity
  const viewer = rooms.joinPlayer(stream.id, peerId, { player, user, sessionId, clientKey, isOwner })
  try {
    const sdp = await withEngineErrors(
      () => engine.play(stream.id, peerId, offer, viewer.quality),
      'live.unusableOffer',
    )
    // The stream has ended or the viewer was removed meanwhile.
    if (viewer.peerId !== peerId) throw notLive()
    counts.update(stream.id)
    await countBroadcastViews(db, stream.id, [toBroadcastViewer(identity)])
    return { peerId, sdp }
  } catch (error) {
    // The engine may have created the peer after the end of the stream.
    engine.closePeer(peerId)
    leaveStream(dependencies, viewer)
    throw error
  }
}

/** Throws 429. Players have the same limits per address and client as sockets. */
function checkPlayerLimits({ rooms, settings }: Dependencies, identity: Identity): void {
  const isAddressFull = rooms.countPlayersAt(identity.address) >= settings.get('limits.socketsOfAddress')
  const isClientFull =
    isIdentified(identity) && rooms.countPlayersOf(clientKeyOf(identity)) >= settings.get('limits.sockets')
  if (!isAddressFull && !isClientFull) return
  throw new HttpError(429, 'rate_limited', 'errors.tooManySockets', { retryAfter: 60 })
}
