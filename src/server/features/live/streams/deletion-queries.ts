import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { type StreamRow, broadcastViews, streams } from './schema.ts'

/** Locks a stream until the transaction ends: it cannot be started, and its chat accepts no message. */
export async function lockForDeletion(
  tx: Executor,
  id: string,
): Promise<Pick<StreamRow, 'isLive' | 'thumbnailUrl' | 'thumbnailNodeId'> | undefined> {
  const [row] = await tx
    .select({
      isLive: streams.isLive,
      thumbnailUrl: streams.thumbnailUrl,
      thumbnailNodeId: streams.thumbnailNodeId,
    })
    .from(streams)
    .where(eq(streams.id, id))
    .for('update')
  return row
}

/** Deletes the row with all that references it, and lowers the streamer's count if the stream was ever started. */
export async function deleteStream(tx: Executor, id: string): Promise<void> {
  await tx.execute(sql`
    with deleted as (delete from streams where id = ${id} returning streamer_id, started_at)
    update users set streams_count = streams_count - 1
    from deleted where users.id = deleted.streamer_id and deleted.started_at is not null`)
}

export async function listIdsOf(db: Executor, streamerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: streams.id })
    .from(streams)
    .where(eq(streams.streamerId, streamerId))
    .orderBy(streams.id)
  return rows.map(({ id }) => id)
}

/** Deletes the views of broadcasts by a user. */
export async function deleteViewsBy(tx: Executor, userId: string): Promise<void> {
  await tx.delete(broadcastViews).where(eq(broadcastViews.viewer, userId))
}
