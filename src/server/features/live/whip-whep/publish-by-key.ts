import { id } from '#shared/fields.ts'
import type { Context } from '#server/feature.ts'
import type { LiveState } from '#server/features/live/live/live-state.ts'
import { publishOffer } from '#server/features/live/live/publish-offer.ts'
import { findStream } from '#server/features/live/streams/queries.ts'
import type { StreamRow } from '#server/features/live/streams/schema.ts'
import { startStream } from '#server/features/live/streams/start-stream.ts'
import type { Caller } from '#server/http/access.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { readIceUfrag } from './ice-fragment.ts'
import { findLiveAndNewest } from './queries.ts'

/**
 * Publishes an encoder's offer on the named stream, or else on the user's live or newest one, and starts the broadcast.
 * `checkKey` throws once the key is invalid: it may be renewed, or its user deactivated, while the engine creates the
 * peer. Throws 404 for a stream that is absent or another user's, 409 `already_live` if another stream is live.
 */
export async function publishByKey(
  dependencies: Context & LiveState,
  user: Caller,
  {
    streamId,
    offer,
    checkKey,
  }: { streamId: string | undefined; offer: string; checkKey: () => Promise<unknown> },
): Promise<{ peerId: string; sdp: string }> {
  const stream = await findTargetStream(dependencies, user, streamId)
  const opened = await publishOffer(dependencies, stream.id, {
    userId: user.id,
    connection: null,
    encoder: { iceUfrag: readIceUfrag(offer) },
    sdp: offer,
    badSdp: 'live.unusableOffer',
  })
  try {
    // Checked before the start, so that no stream goes live with an invalid key, and after it.
    await checkKey()
    await startStream(dependencies, stream)
    await checkKey()
  } catch (error) {
    const publisher = dependencies.rooms.find(stream.id)?.publisher
    if (publisher?.peerId === opened.peerId) dependencies.broadcasts.closePublisher(publisher)
    throw error
  }
  return opened
}

async function findTargetStream(
  { db }: Context,
  user: Caller,
  requestedId: string | undefined,
): Promise<StreamRow> {
  const { live, newest } = await findLiveAndNewest(db, user.id)
  const target = requestedId ?? live ?? newest
  if (target === null) throw notFound('live.noStream')
  const found = id.safeParse(target).success ? await findStream(db, target, user) : undefined
  if (found?.stream.streamerId !== user.id) throw notFound('notFound.stream')
  // Rejects early, before the engine creates a peer. The unique index decides in `startStream`.
  if (live !== null && live !== found.stream.id) throw conflict('already_live', 'errors.alreadyLive')
  return found.stream
}
