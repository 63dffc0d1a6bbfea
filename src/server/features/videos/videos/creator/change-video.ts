import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { notFound } from '#server/http/errors.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type LockedVideo, type VideoChanges, lockVideo, updateLocked } from './queries.ts'
import { recordPublication } from '../publication.ts'
import { publishVideoChanges } from '../video-changes.ts'

export type ChangeDependencies = Pick<Context, 'db' | 'events' | 'nodeId' | 'publish' | 'settings'> & {
  storage: Storage
}
/** A video, and its creator, who changes it. */
export type OwnVideo = { id: string; creatorId: string }

/**
 * Changes a creator's video in one transaction that locks it. `decide` returns the new values of its columns; it may also
 * change its files. Throws 404 when it was deleted.
 */
export async function changeVideo(
  dependencies: Pick<Context, 'db' | 'events' | 'publish'>,
  { id, creatorId }: OwnVideo,
  decide: (tx: Executor, locked: LockedVideo) => VideoChanges | Promise<VideoChanges>,
): Promise<void> {
  await dependencies.db.transaction(async (tx) => {
    const locked = await lockVideo(tx, id, creatorId)
    if (!locked || locked.video.hiddenAt) throw notFound('notFound.video')
    await updateLocked(tx, locked.video, await decide(tx, locked))
    await recordPublication(dependencies, tx, id)
    publishVideoChanges(dependencies, tx, creatorId, [id])
  })
}
