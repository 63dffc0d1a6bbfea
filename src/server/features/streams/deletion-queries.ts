import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { type StreamRow, streams } from './schema.ts'

/** Locks a stream so that nothing can start it, or write to its chat, before the transaction ends. */
export async function lockForDeletion(
  tx: Executor,
  id: string,
): Promise<Pick<StreamRow, 'isLive' | 'thumbnailUrl'> | undefined> {
  const [row] = await tx
    .select({ isLive: streams.isLive, thumbnailUrl: streams.thumbnailUrl })
    .from(streams)
    .where(eq(streams.id, id))
    .for('update')
  return row
}

/** Deletes the row and all that refers to it. Its streamer has one stream less, where it was ever started. */
export async function deleteStream(tx: Executor, id: string): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from streams where id = ${id} returning streamer_id, started_at)
    update users set streams_count = streams_count - 1
    from gone where users.id = gone.streamer_id and gone.started_at is not null`)
}
