import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { findBan } from './ban-queries.ts'
import { type StreamWithStreamer, findStream } from './queries.ts'
import { banned } from './refusals.ts'

/** The stream as this viewer may see it; 404 when hidden or absent. */
export async function getVisibleStream(
  db: Executor,
  id: string,
  viewer: Caller | null,
): Promise<StreamWithStreamer> {
  const found = await findStream(db, id, viewer)
  if (!found) throw notFound('notFound.stream')
  return found
}

/** The viewer's own stream; 403 when it is another member's. */
export async function getOwnStream(
  db: Executor,
  id: string,
  viewer: Caller | null,
): Promise<StreamWithStreamer> {
  const found = await getVisibleStream(db, id, viewer)
  if (found.stream.streamerId !== viewer?.id) throw forbidden()
  return found
}

/** Throws 403 `banned` for a member whom the stream refuses for good; a time-out is the chat's business alone. */
export async function assertNotBanned(db: Executor, streamId: string, viewer: Caller | null): Promise<void> {
  const ban = viewer && (await findBan(db, streamId, viewer.id))
  if (ban && !ban.until) throw banned()
}
