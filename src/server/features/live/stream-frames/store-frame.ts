import type { Context } from '#server/feature.ts'
import { publishToLists } from '#server/features/live/streams/stream-events.ts'
import { upsertFrame } from './queries.ts'

/**
 * Replaces the frame of a live stream. Open lists load again with the first frame of a broadcast; later frames they load by themselves.
 * Returns false if the stream is not live.
 */
export async function storeFrame(
  dependencies: Pick<Context, 'db' | 'publish'>,
  streamId: string,
  image: Buffer,
): Promise<boolean> {
  return dependencies.db.transaction(async (tx) => {
    const stored = await upsertFrame(tx, streamId, image)
    if (stored?.isPublic && !stored.replaced) publishToLists(dependencies, tx, streamId, true)
    return stored !== undefined
  })
}
