import { id } from '#shared/fields.ts'
import type { Context } from '#server/feature.ts'
import type { LiveState } from '#server/features/live/live-state.ts'
import { publishOffer } from '#server/features/live/publish-offer.ts'
import { findStream } from '#server/features/streams/queries.ts'
import type { StreamRow } from '#server/features/streams/schema.ts'
import { startStream } from '#server/features/streams/start-stream.ts'
import type { Caller } from '#server/http/access.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { readIceUfrag } from './ice-fragment.ts'
import { findCurrent } from './queries.ts'

/**
 * Takes an encoder's offer for the member's live or else newest stream, or for the one that it names, and goes live with
 * it. `checkKey` throws once the key is no longer valid: it may be replaced, or its member deactivated, while the engine
 * answers. Throws 404 for a stream that is not the member's or not there, 409 `already_live` when another one is live.
 */
export async function publishByKey(
  parts: Context & LiveState,
  member: Caller,
  {
    streamId,
    offer,
    checkKey,
  }: { streamId: string | undefined; offer: string; checkKey: () => Promise<unknown> },
): Promise<{ peerId: string; sdp: string }> {
  const stream = await findTarget(parts, member, streamId)
  const opened = await publishOffer(parts, stream.id, {
    memberId: member.id,
    connection: null,
    encoder: { iceUfrag: readIceUfrag(offer) },
    sdp: offer,
    badSdp: 'live.unusableOffer',
  })
  try {
    // Before the start as well, so that no stream goes live with a key that is not valid any more.
    await checkKey()
    await startStream(parts, stream)
    await checkKey()
  } catch (refusal) {
    const publisher = parts.rooms.find(stream.id)?.publisher
    if (publisher?.peerId === opened.peerId) parts.broadcasts.cut(publisher)
    throw refusal
  }
  return opened
}

async function findTarget({ db }: Context, member: Caller, wanted: string | undefined): Promise<StreamRow> {
  const { live, newest } = await findCurrent(db, member.id)
  const target = wanted ?? live ?? newest
  if (target === null) throw notFound('live.noStream')
  const found = id.safeParse(target).success ? await findStream(db, target, member) : undefined
  if (found?.stream.streamerId !== member.id) throw notFound('notFound.stream')
  // Said before the engine takes anything; the database has the last word.
  if (live !== null && live !== found.stream.id) throw conflict('already_live', 'errors.alreadyLive')
  return found.stream
}
