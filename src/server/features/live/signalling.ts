import type { IceCandidate } from '#shared/live.ts'
import type { Db } from '#server/db/executor.ts'
import { getOwnStream } from '#server/features/streams/access.ts'
import { setOfferId } from '#server/features/streams/queries.ts'
import { HttpError, conflict, unauthorized, unavailable } from '#server/http/errors.ts'
import type { Rate, RateLimits } from '#server/http/rate-limits.ts'
import { MediaError, type MediaEngine } from '#server/live-engine/media-engine.ts'
import type { Connection } from '#server/realtime/connection.ts'
import type { Broadcasts } from './broadcasts.ts'
import type { Rooms } from './room.ts'

/** Each costs the engine a handshake; a lost line asks again every few seconds. */
const OFFERS: Rate = { name: 'offers', points: 60, seconds: 60 }

type Parts = { db: Db; engine: MediaEngine; limits: RateLimits; rooms: Rooms; broadcasts: Broadcasts }

/** A broadcaster's offer: only the stream's owner can publish. A newer offer takes over from an older one. */
export async function takeOffer(
  parts: Parts,
  connection: Connection,
  streamId: string,
  sdp: string,
): Promise<void> {
  if (!connection.user) throw unauthorized()
  const { stream } = await getOwnStream(parts.db, streamId, connection.user)
  await parts.limits.take(OFFERS, connection.user.id)
  const peerId = crypto.randomUUID()
  const sdpOfAnswer = await media(() => parts.engine.publish(stream.id, peerId, sdp))
  const replaced = parts.broadcasts.published(stream.id, peerId, {
    memberId: connection.user.id,
    connection,
    encoder: null,
  })
  replaced?.send({ type: 'error', streamId: stream.id, ...conflict('conflict', 'errors.takenOver').body() })
  const answer = { type: 'answer', sdp: sdpOfAnswer } as const
  connection.send({ type: 'webrtc_answer', streamId: stream.id, data: answer, answer })
  await setOfferId(parts.db, stream.id, peerId)
}

/** A viewer's answer to the offer that its join brought; one to an offer that was replaced meanwhile is dropped. */
export async function takeAnswer(
  { rooms, engine }: Pick<Parts, 'rooms' | 'engine'>,
  connection: Connection,
  { streamId, sdp, peerId }: { streamId: string; sdp: string; peerId?: string | undefined },
): Promise<void> {
  const current = rooms.find(streamId)?.viewers.get(connection.id)?.peerId
  if (!current) throw new HttpError(409, 'not_live', 'errors.noOffer')
  if (peerId !== undefined && peerId !== current) return
  await media(() => engine.acceptAnswer(current, sdp))
}

/** A candidate of either side; one that comes too late for its peer is of no use to anyone. */
export function takeCandidate(
  { rooms, engine }: Pick<Parts, 'rooms' | 'engine'>,
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
  engine.addCandidate(current, candidate.candidate, candidate.sdpMid ?? null)
}

/** Says an engine's refusal in the product's own errors. */
export async function media<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    switch (error.code) {
      case 'bad_sdp':
        throw new HttpError(400, 'invalid', 'errors.brokenOffer')
      case 'not_publishing':
      case 'unknown_peer':
        throw new HttpError(409, 'not_live', 'errors.notLive')
      case 'unavailable':
        throw unavailable('engine_unavailable', 'errors.engineDown', 1)
      default:
        throw error.code satisfies never
    }
  }
}
