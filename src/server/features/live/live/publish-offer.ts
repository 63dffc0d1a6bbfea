import type { Context } from '#server/feature.ts'
import { setOfferId } from '#server/features/live/streams/broadcast-queries.ts'
import { setBroadcastOwner } from '#server/features/live/streams/owner-queries.ts'
import { conflict } from '#server/http/errors.ts'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import type { MessageKey } from '#server/http/translations.ts'
import type { Broadcasts, Sender } from './broadcasts.ts'
import { withEngineErrors } from './with-engine-errors.ts'

const OFFERS = rateOf('offers')

type Dependencies = Pick<Context, 'db' | 'engine' | 'limits' | 'nodeId'> & { broadcasts: Broadcasts }

/**
 * Publishes the offer of a stream's owner, from a page or an encoder. A newer offer replaces an older one, whose page
 * is notified. Returns the peer's id and the SDP answer. Throws 400 for an unusable offer, 429 after too many, 503
 * without the engine.
 */
export async function publishOffer(
  { db, engine, limits, nodeId, broadcasts }: Dependencies,
  streamId: string,
  { sdp, badSdp, ...sender }: Sender & { sdp: string; badSdp?: MessageKey },
): Promise<{ peerId: string; sdp: string }> {
  await limits.consume(OFFERS, sender.userId)
  const peerId = crypto.randomUUID()
  const publish = async () => {
    const previous = broadcasts.publisherOf(streamId)
    try {
      return await engine.publish(streamId, peerId, sdp)
    } catch (error) {
      broadcasts.onPublishFailed(previous, error)
      throw error
    }
  }
  const answer = await withEngineErrors(publish, badSdp)
  const replaced = broadcasts.onPublished(streamId, peerId, sender)
  replaced?.sendError(conflict('conflict', 'errors.takenOver'), { streamId })
  await setOfferId(db, streamId, peerId)
  // True if another node owned the broadcast until now.
  if (await setBroadcastOwner(db, streamId, nodeId)) broadcasts.onStarted(streamId)
  return { peerId, sdp: answer }
}
