import type { IceCandidate } from '#shared/live/live.ts'
import type { Context } from '#server/feature.ts'
import { assertNotBanned, getOwnStream } from '#server/features/live/streams/access.ts'
import { HttpError, unauthorized } from '#server/http/errors.ts'
import type { Connection } from '#server/realtime/connection.ts'
import type { Broadcasts } from './broadcasts.ts'
import { withEngineErrors } from './with-engine-errors.ts'
import { publishOffer } from './publish-offer.ts'
import type { Rooms } from './room.ts'

type Dependencies = Pick<Context, 'db' | 'engine' | 'limits' | 'nodeId'> & {
  rooms: Rooms
  broadcasts: Broadcasts
}

/** Handles a broadcaster's offer. Only the stream's owner can publish. A newer offer replaces an older one. */
export async function handleOffer(
  dependencies: Dependencies,
  connection: Connection,
  streamId: string,
  sdp: string,
): Promise<void> {
  if (!connection.user) throw unauthorized()
  const { stream } = await getOwnStream(dependencies.db, streamId, connection.user)
  const published = await publishOffer(dependencies, stream.id, {
    userId: connection.user.id,
    connection,
    encoder: null,
    sdp,
  })
  const answer = { type: 'answer', sdp: published.sdp } as const
  connection.send({ type: 'webrtc_answer', streamId: stream.id, data: answer, answer })
}

/** Handles a viewer's answer to the offer after its join. Drops an answer to an offer that was replaced meanwhile. */
export async function handleAnswer(
  { db, rooms, engine }: Pick<Dependencies, 'db' | 'rooms' | 'engine'>,
  connection: Connection,
  { streamId, sdp, peerId }: { streamId: string; sdp: string; peerId?: string | undefined },
): Promise<void> {
  const current = rooms.find(streamId)?.viewers.get(connection.id)?.peerId
  if (!current) {
    await assertNotBanned(db, streamId, connection.user)
    throw new HttpError(409, 'not_live', 'errors.noOffer')
  }
  if (peerId !== undefined && peerId !== current) return
  await withEngineErrors(() => engine.acceptAnswer(current, sdp))
}

/** Handles a candidate of a publisher or viewer. Drops a candidate of a peer that was closed or replaced. */
export function handleCandidate(
  { rooms, engine }: Pick<Dependencies, 'rooms' | 'engine'>,
  connection: Connection,
  {
    streamId,
    candidate,
    peerId,
  }: { streamId: string; candidate: IceCandidate | null | undefined; peerId?: string | undefined },
): void {
  if (!candidate?.candidate) return
  const room = rooms.find(streamId)
  const isPublisher = room?.publisher?.connection === connection
  const current = isPublisher ? room.publisher?.peerId : room?.viewers.get(connection.id)?.peerId
  if (!current || (peerId !== undefined && peerId !== current)) return
  addCandidate({ rooms, engine }, current, { candidate: candidate.candidate, mid: candidate.sdpMid ?? null })
}

/** Passes a peer's candidate to the engine, unless the peer has sent too many. */
export function addCandidate(
  { rooms, engine }: Pick<Dependencies, 'rooms' | 'engine'>,
  peerId: string,
  { candidate, mid }: { candidate: string; mid: string | null },
): void {
  if (rooms.countCandidate(peerId)) engine.addCandidate(peerId, candidate, mid)
}
