import type { Context } from '#server/feature.ts'
import { broadcastViewer } from '#server/features/live/broadcast-viewer.ts'
import { leaveStream } from '#server/features/live/leave-stream.ts'
import type { LiveState } from '#server/features/live/live-state.ts'
import { withEngineErrors, notLive } from '#server/features/live/with-engine-errors.ts'
import { handleJoin } from '#server/features/live/handle-join.ts'
import { getVisibleStream } from '#server/features/streams/access.ts'
import { countBroadcastViews } from '#server/features/streams/broadcast-queries.ts'
import { consumeRate } from '#server/http/call-rates.ts'
import { HttpError } from '#server/http/errors.ts'
import { type Identity, actorOf, isKnown } from '#server/realtime/connection.ts'
import { readIceUfrag } from './ice-fragment.ts'

type Parts = Context & LiveState

/**
 * Takes an outside player's offer for a live stream; it counts as a viewer as long as its peer. Throws 404 for a stream
 * that is hidden, 403 for a banned member, 409 while there is nothing to see, 429 for too many players.
 */
export async function playStream(
  parts: Parts,
  identity: Identity,
  { streamId, offer }: { streamId: string; offer: string },
): Promise<{ peerId: string; sdp: string }> {
  const { db, engine, limits, rooms, counts, bans } = parts
  const { stream } = await getVisibleStream(db, streamId, identity.user)
  const actor = actorOf(identity)
  await consumeRate(limits, { name: 'playerOffers', ofAddress: 'playerOffersOfAddress' }, identity)
  await handleJoin(limits, identity, stream.id)
  await bans.check(db, stream.id, identity.user)
  checkNumber(parts, identity)
  const room = rooms.find(stream.id)
  if (!room?.isLive || !room.publisher?.hasMedia) throw notLive()

  const peerId = crypto.randomUUID()
  const player = { iceUfrag: readIceUfrag(offer), address: identity.address }
  const { user, sessionId } = identity
  const isOwner = stream.streamerId === user?.id
  const viewer = rooms.joinPlayer(stream.id, peerId, { player, user, sessionId, actor, isOwner })
  try {
    const sdp = await withEngineErrors(
      () => engine.play(stream.id, peerId, offer, viewer.quality),
      'live.unusableOffer',
    )
    // The stream ended, or it may not be watched any more.
    if (viewer.peerId !== peerId) throw notLive()
    counts.changed(stream.id)
    await countBroadcastViews(db, stream.id, [broadcastViewer(identity)])
    return { peerId, sdp }
  } catch (refusal) {
    // The engine may have made its peer after it was told to end the stream.
    engine.closePeer(peerId)
    leaveStream(parts, viewer)
    throw refusal
  }
}

/** As many players at once as sockets. */
function checkNumber({ rooms, settings }: Parts, identity: Identity): void {
  const isTooManyHere = rooms.playersAt(identity.address) >= settings.get('limits.socketsOfAddress')
  const isTooManyOfActor =
    isKnown(identity) && rooms.playersOf(actorOf(identity)) >= settings.get('limits.sockets')
  if (!isTooManyHere && !isTooManyOfActor) return
  throw new HttpError(429, 'rate_limited', 'errors.tooManySockets', { retryAfter: 60 })
}
