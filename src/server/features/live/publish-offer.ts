import type { Db } from '#server/db/executor.ts'
import { setOfferId } from '#server/features/streams/broadcast-queries.ts'
import { conflict } from '#server/http/errors.ts'
import { type RateLimits, rateOf } from '#server/http/rate-limits.ts'
import type { MessageKey } from '#server/http/translations.ts'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import type { Broadcasts, Sender } from './broadcasts.ts'
import { withEngineErrors } from './with-engine-errors.ts'

const OFFERS = rateOf('offers')

type Parts = { db: Db; engine: MediaEngine; limits: RateLimits; broadcasts: Broadcasts }

/**
 * Takes the offer of a stream's owner, from whichever program; a newer one takes over from an older one, which is told.
 * Answers the peer and its description. Throws 400 for an unusable offer, 429 for too many, 503 without the engine.
 */
export async function publishOffer(
  { db, engine, limits, broadcasts }: Parts,
  streamId: string,
  { sdp, badSdp, ...sender }: Sender & { sdp: string; badSdp?: MessageKey },
): Promise<{ peerId: string; sdp: string }> {
  await limits.consume(OFFERS, sender.memberId)
  const peerId = crypto.randomUUID()
  const answer = await withEngineErrors(() => engine.publish(streamId, peerId, sdp), badSdp)
  const replaced = broadcasts.published(streamId, peerId, sender)
  replaced?.sendError(conflict('conflict', 'errors.takenOver'), { streamId })
  await setOfferId(db, streamId, peerId)
  return { peerId, sdp: answer }
}
