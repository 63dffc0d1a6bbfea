import { mediaService } from '#server/features/media/media/media-service.ts'
import { thumbnailsService } from '#server/features/media/thumbnails/thumbnails.ts'
import { videoFileCacheService } from '#server/features/videos/videos/files/video-file-cache.ts'
import * as z from 'zod/mini'
import * as calls from '#shared/operations/admin-media.ts'
import { id } from '#shared/fields.ts'
import { limit } from '#shared/settings/limits.ts'
import { ttlCache } from '#server/concurrency/ttl-cache.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import type { Mount } from '#server/feature.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { requesterOf } from '#server/http/rates/call-rates.ts'
import { route } from '#server/http/route.ts'
import { enqueueOnNode } from '#server/jobs/enqueue.ts'
import type { Storage } from '#server/storage/storage.ts'
import { deleteItem } from './delete-item.ts'
import { listItems } from './list-queries.ts'
import { listStorageNodes, readOrphanState } from './orphan-queries.ts'
import { findOrphansJob } from './orphans-job.ts'
import { presentItem } from './present-item.ts'
import { type MediaItemRow, findItem, listStoredKeys, updateNotes } from './queries.ts'
import { listLargestOwners, sumByKind } from './report-queries.ts'

const cursor = z.tuple([id])

export const mountAdminMedia: Mount = async (app, context) => {
  const { config, db, figuresDb, nodeId, service, storage } = context
  const dependencies = {
    ...context,
    fileCache: service(videoFileCacheService),
    media: await service(mediaService),
    thumbnails: service(thumbnailsService),
  }

  route(app, calls.listMedia, async (call) => {
    const { limit: size, cursor: after, ...filter } = call.query
    const [before] = decodeCursor(after, cursor) ?? []
    const limitedDb = figuresDb.for(requesterOf(call.request))
    const rows = await listItems(limitedDb, filter, { limit: size, before })
    return paginate(call, rows, size, (row) => [row.id]).map((row) => presentItem(row, call.user))
  })

  const readReport = ttlCache(config.countsMs, () => readSums(figuresDb.for('admin-media')))
  route(app, calls.getStorageReport, async ({ user }) => ({
    ...presentReport(await readReport(), user),
    freeBytes: (await context.disk.getState()).freeBytes,
    ...(await readOrphans(db)),
  }))

  route(app, calls.checkStorage, async ({ body: { clear }, user }) => {
    await db.transaction(async (tx) => {
      if (clear)
        await recordAudit(tx, {
          action: 'media.orphans_cleared',
          actorId: user.id,
          subjectId: 'storage',
          details: (await readOrphans(tx)).orphans,
        })
      for (const node of new Set([nodeId, ...(await listStorageNodes(tx))]))
        await enqueueOnNode(tx, node, findOrphansJob, { clear }, { key: clear ? 'clear' : 'check' })
    })
    return { isQueued: true as const }
  })

  route(app, calls.getMedia, async ({ params, user }) => {
    const item = await getItem(db, params.id)
    const stored = await listStoredKeys(db, item)
    return {
      item: presentItem(item, user),
      files: await Promise.all(stored.map((file) => presentFile(storage, nodeId, file))),
    }
  })

  route(app, calls.updateMedia, async ({ params, body, user }) => {
    const item = await getItem(db, params.id)
    if (item.source === 'stream') throw new HttpError(422, 'unprocessable', 'errors.noNotes')
    const notes = { tags: calls.cleanTags(body.tags), description: body.description || null }
    await db.transaction(async (tx) => {
      await updateNotes(tx, item, notes)
      await recordAudit(tx, {
        action: 'media.described',
        actorId: user.id,
        subjectId: item.ownerId ?? item.id,
        details: { name: calls.nameOf(presentItem(item, user)), id: item.id, ...notes },
      })
    })
    return presentItem(await getItem(db, params.id), user)
  })

  route(app, calls.deleteMedia, async ({ params, user }) => {
    await deleteItem(dependencies, user, params.id)
    return { deleted: true as const }
  })
}

async function getItem(db: Db, itemId: string): Promise<MediaItemRow> {
  const item = await findItem(db, itemId)
  if (!item) throw notFound('notFound.upload')
  return item
}

async function presentFile(
  storage: Storage,
  ownNodeId: string,
  { nodeId, ...file }: Awaited<ReturnType<typeof listStoredKeys>>[number],
): Promise<calls.StoredFile> {
  if (nodeId !== null && nodeId !== ownNodeId) return { ...file, isStored: null }
  const found = await storage.stat(file.key)
  return { ...file, size: found?.size ?? file.size, isStored: found !== null }
}

type Sums = {
  kinds: Awaited<ReturnType<typeof sumByKind>>
  owners: Awaited<ReturnType<typeof listLargestOwners>>
}

async function readSums(db: Db): Promise<Sums> {
  return { kinds: await sumByKind(db), owners: await listLargestOwners(db) }
}

function presentReport(
  { kinds, owners }: Sums,
  admin: Caller,
): Pick<calls.StorageReport, 'kinds' | 'users' | 'allowance'> {
  const allowance = { bytes: limit('storageBytes'), proBytes: limit('proStorageBytes') }
  return {
    kinds: kinds.toSorted((one, two) => two.bytes - one.bytes),
    users: owners.map(({ bytes, isPremium, ...user }) => ({
      user: presentUserRef(user, admin),
      bytes,
      maxBytes: isPremium ? allowance.proBytes : allowance.bytes,
    })),
    allowance,
  }
}

async function readOrphans(db: Executor) {
  const { checkedAt, ...orphans } = await readOrphanState(db)
  return { orphans, checkedAt: checkedAt?.toISOString() ?? null }
}
