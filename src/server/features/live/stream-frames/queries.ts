import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { MAX_FRAME_AGE_MS } from '#shared/live/stream-frames.ts'
import type { Executor } from '#server/db/executor.ts'
import { visibleTo } from '#server/features/live/streams/queries.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { streamFrames } from './schema.ts'

const isRecent = gt(streamFrames.takenAt, sql`now() - make_interval(secs => ${MAX_FRAME_AGE_MS / 1000})`)

/** `replaced`: the broadcast had a recent frame before. */
export type StoredFrame = { isPublic: boolean; replaced: boolean }

/**
 * Stores the frame of a live stream; returns undefined if the stream is not live. The lock keeps the frame of a stream that is just ending from
 * being stored after the end has deleted it.
 */
export async function upsertFrame(
  tx: Executor,
  streamId: string,
  image: Buffer,
): Promise<StoredFrame | undefined> {
  const { rows } = await tx.execute<StoredFrame>(sql`
    with live as (select id, is_public from streams where id = ${streamId} and is_live for share),
    before as (select 1 from stream_frames where stream_id = ${streamId} and ${isRecent}),
    stored as (
      insert into stream_frames (stream_id, image, taken_at) select id, ${image}, now() from live
      on conflict (stream_id) do update set image = excluded.image, taken_at = excluded.taken_at
    )
    select is_public as "isPublic", exists(select 1 from before) as replaced from live`)
  return rows[0]
}

/** Returns the recent frame of a live stream that the requester may see. */
export async function findFrame(
  db: Executor,
  streamId: string,
  requester: Caller | null,
): Promise<{ image: Buffer; takenAt: Date } | undefined> {
  const [row] = await db
    .select({ image: streamFrames.image, takenAt: streamFrames.takenAt })
    .from(streamFrames)
    .innerJoin(streams, eq(streams.id, streamFrames.streamId))
    .innerJoin(users, eq(users.id, streams.streamerId))
    .where(and(eq(streamFrames.streamId, streamId), streams.isLive, isRecent, visibleTo(requester)))
  return row
}

/** Returns when the recent frames of these streams were taken. */
export function listFrameTimes(
  db: Executor,
  streamIds: readonly string[],
): Promise<{ streamId: string; takenAt: Date }[]> {
  return db
    .select({ streamId: streamFrames.streamId, takenAt: streamFrames.takenAt })
    .from(streamFrames)
    .where(and(inArray(streamFrames.streamId, [...streamIds]), isRecent))
}

export async function deleteFrame(tx: Executor, streamId: string): Promise<void> {
  await tx.delete(streamFrames).where(eq(streamFrames.streamId, streamId))
}
