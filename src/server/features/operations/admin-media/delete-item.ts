import { nameOf } from '#shared/operations/admin-media.ts'
import type { AlsoWrite } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import { deleteEmoji } from '#server/features/live/creator-emoji/delete-emoji.ts'
import type { MediaStore } from '#server/features/media/media/media-store.ts'
import { releaseMedia, releaseUnclaimed } from '#server/features/media/media/queries.ts'
import { removePostMedia } from '#server/features/community/posts/remove-post-media.ts'
import { removeAvatar } from '#server/features/community/profile/set-avatar.ts'
import { changeLogo } from '#server/features/operations/settings/change-logo.ts'
import { removeThumbnail } from '#server/features/live/streams/change-stream.ts'
import type { Thumbnails } from '#server/features/media/thumbnails/thumbnails.ts'
import { removeVideo } from '#server/features/videos/videos/creator/remove-video.ts'
import type { VideoFileCache } from '#server/features/videos/videos/files/video-file-cache.ts'
import type { Caller } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'
import { kindOf, presentItem } from './present-item.ts'
import { type MediaItemRow, findItem } from './queries.ts'

export type DeleteDependencies = Pick<
  Context,
  'db' | 'deletionDb' | 'events' | 'publish' | 'log' | 'nodeId' | 'settings'
> & {
  fileCache: VideoFileCache
  media: MediaStore
  thumbnails: Thumbnails
}

/**
 * Deletes an item of the media library with its files and every reference to them, and records that in the audit trail.
 * Throws 404 if it does not exist, or is used elsewhere by now.
 */
export async function deleteItem(dependencies: DeleteDependencies, admin: Caller, id: string): Promise<void> {
  const item = await findItem(dependencies.db, id)
  if (!item) throw notFound('notFound.upload')
  await deleteByKind(dependencies, admin, item, (tx) =>
    recordAudit(tx, {
      action: 'media.deleted',
      actorId: admin.id,
      subjectId: item.ownerId ?? item.id,
      details: { name: nameOf(presentItem(item, admin)), kind: kindOf(item), id: item.id },
    }),
  )
}

async function deleteByKind(
  dependencies: DeleteDependencies,
  admin: Caller,
  { id, usedById, ...item }: MediaItemRow,
  audit: AlsoWrite,
): Promise<void> {
  const { deletionDb, fileCache, settings } = dependencies
  const url = item.url ?? ''
  // Only an unused upload can have no owner: its account is deleted.
  const ownerId = item.ownerId ?? ''
  const release = (write: AlsoWrite) => releaseWith(dependencies, write, audit)
  const kind = kindOf(item)
  switch (kind) {
    case 'post':
      return usedById === null
        ? release((tx) => releaseMedia(tx, [url]))
        : removePostMedia(dependencies, url, audit)
    case 'avatar':
      return release((tx) =>
        item.ownerId === null ? releaseMedia(tx, [url]) : removeAvatar(tx, ownerId, url),
      )
    case 'emoji':
      await (usedById === null
        ? release((tx) => releaseMedia(tx, [url]))
        : deleteEmoji(dependencies, ownerId, usedById, audit))
      return
    case 'logo':
      await (settings.get('general.logoUrl') === url
        ? changeLogo(dependencies, admin.id, null)
        : release((tx) => releaseMedia(tx, [url])))
      return
    case 'unused':
      return release(async (tx) => {
        if (!(await releaseUnclaimed(tx, id, item.ownerId))) throw notFound('notFound.upload')
      })
    case 'video':
      await removeVideo({ ...dependencies, deletionDb: deletionDb.for(ownerId) }, id, ownerId, audit)
      return fileCache.invalidate(id)
    case 'stream':
      return removeThumbnail(dependencies, id, audit)
    default:
      throw kind satisfies never
  }
}

/** Deletes the files that `write` releases. */
async function releaseWith(
  { db, media }: DeleteDependencies,
  write: AlsoWrite,
  audit: AlsoWrite,
): Promise<void> {
  await db.transaction(async (tx) => {
    await write(tx)
    await audit(tx)
  })
  await media.deleteReleased()
}
