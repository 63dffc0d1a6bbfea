import { eq } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { type StreamRow, streams } from './schema.ts'

/** Hides a locked stream that is not live. */
export async function setHidden(tx: Executor, stream: StreamRow, hiddenAt: Date): Promise<void> {
  await tx
    .update(streams)
    .set({ hiddenAt, wasPublic: stream.isPublic, isPublic: false })
    .where(eq(streams.id, stream.id))
}

/** Shows a locked hidden stream again. */
export async function setVisible(tx: Executor, stream: StreamRow): Promise<void> {
  await tx
    .update(streams)
    .set({ hiddenAt: null, isPublic: stream.wasPublic, wasPublic: false })
    .where(eq(streams.id, stream.id))
}

/** Returns a stored stream, hidden or not. */
export async function findStoredStream(
  db: Executor,
  id: string,
): Promise<Pick<StreamRow, 'id' | 'streamerId'> | undefined> {
  const [row] = await db
    .select({ id: streams.id, streamerId: streams.streamerId })
    .from(streams)
    .where(eq(streams.id, id))
  return row
}
