import { eq } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { STREAM_COLUMNS, streamSearchWords } from './queries.ts'
import { type StreamRow, streams } from './schema.ts'

/** The columns that an owner may change. */
export type StreamChange = Partial<
  Pick<
    StreamRow,
    | 'title'
    | 'description'
    | 'category'
    | 'thumbnailUrl'
    | 'thumbnailNodeId'
    | 'thumbnailSize'
    | 'scheduledFor'
    | 'isPublic'
    | 'allowChat'
    | 'recordStream'
    | 'publishRecording'
    | 'tipGoal'
  >
>

/** Locks a stream until the transaction ends. */
export async function lockStream(tx: Executor, id: string): Promise<StreamRow | undefined> {
  const [row] = await tx.select(STREAM_COLUMNS).from(streams).where(eq(streams.id, id)).for('no key update')
  return row
}

/** Changes a stream that this transaction has locked, together with its search words. */
export async function updateStream(
  tx: Executor,
  locked: StreamRow,
  change: StreamChange,
): Promise<StreamRow> {
  const [row] = await tx
    .update(streams)
    .set({ ...change, search: streamSearchWords({ ...locked, ...change }) })
    .where(eq(streams.id, locked.id))
    .returning(STREAM_COLUMNS)
  if (!row) throw new Error('a stream was not changed')
  return row
}
