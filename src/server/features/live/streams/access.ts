import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { findBan } from './ban-queries.ts'
import { type StreamWithStreamer, findStream } from './queries.ts'
import { banned } from './refusals.ts'

/** Returns the stream if the requester may see it. Throws 404 if it is hidden or absent. */
export async function getVisibleStream(
  db: Executor,
  id: string,
  requester: Caller | null,
): Promise<StreamWithStreamer> {
  const found = await findStream(db, id, requester)
  if (!found) throw notFound('notFound.stream')
  return found
}

/** Returns the requester's own stream. Throws 403 for another user's stream, 404 if it is hidden or absent. */
export async function getOwnStream(
  db: Executor,
  id: string,
  requester: Caller | null,
): Promise<StreamWithStreamer> {
  const found = await getVisibleStream(db, id, requester)
  if (found.stream.streamerId !== requester?.id) throw forbidden()
  return found
}

/** Throws 403 `banned` for a banned user. A time-out restricts only the chat and does not throw here. */
export async function assertNotBanned(
  db: Executor,
  streamId: string,
  requester: Caller | null,
): Promise<void> {
  const ban = requester && (await findBan(db, streamId, requester.id))
  if (ban && !ban.until) throw banned()
}
