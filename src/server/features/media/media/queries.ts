import { type SQL, and, asc, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { hasRole } from '#shared/roles.ts'
import type { UploadPurpose } from '#shared/media/uploads.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { PRIVATE_PURPOSES } from './private-purposes.ts'
import { type MediaRow, mediaUploads } from './schema.ts'

export async function insertMedia(db: Executor, values: typeof mediaUploads.$inferInsert): Promise<void> {
  await db.insert(mediaUploads).values(values)
}

/** Marks an upload whose files are all stored as ready; undefined when it was released in the meantime. */
export async function markReady(db: Executor, id: string): Promise<MediaRow | undefined> {
  const [row] = await db
    .update(mediaUploads)
    .set({ status: 'ready' })
    .where(and(eq(mediaUploads.id, id), eq(mediaUploads.status, 'storing')))
    .returning()
  return row
}

/** The owner's stored upload, used or not. */
export async function findMedia(db: Executor, id: string, ownerId: string): Promise<MediaRow | undefined> {
  const [row] = await db
    .select()
    .from(mediaUploads)
    .where(
      and(
        eq(mediaUploads.id, id),
        eq(mediaUploads.uploadedBy, ownerId),
        inArray(mediaUploads.status, ['ready', 'used']),
      ),
    )
  return row
}

/** The owner's newest video files that no video uses. */
export function listUnclaimedVideos(db: Executor, ownerId: string, limit: number): Promise<MediaRow[]> {
  return db
    .select()
    .from(mediaUploads)
    .where(
      and(
        eq(mediaUploads.uploadedBy, ownerId),
        eq(mediaUploads.purpose, 'video'),
        eq(mediaUploads.status, 'ready'),
      ),
    )
    .orderBy(desc(mediaUploads.id))
    .limit(limit)
}

/** The stored private file of an upload, for its owner and admins. */
export async function findPrivateMedia(
  db: Executor,
  id: string,
  requester: Caller,
): Promise<MediaRow | undefined> {
  const [row] = await db
    .select()
    .from(mediaUploads)
    .where(
      and(
        eq(mediaUploads.id, id),
        inArray(mediaUploads.purpose, [...PRIVATE_PURPOSES]),
        inArray(mediaUploads.status, ['ready', 'used']),
        hasRole(requester, 'admin') ? undefined : eq(mediaUploads.uploadedBy, requester.id),
      ),
    )
  return row
}

/**
 * Marks the owner's finished upload as used, which succeeds once. Undefined for any other URL, for an upload already in
 * use, and for one of another purpose. A rollback makes it claimable again.
 */
export async function claimMedia(
  tx: Executor,
  { url, ownerId, purpose }: { url: string; ownerId: string; purpose: UploadPurpose },
): Promise<MediaRow | undefined> {
  const [row] = await tx
    .update(mediaUploads)
    .set({ status: 'used' })
    .where(
      and(
        eq(mediaUploads.url, url),
        eq(mediaUploads.uploadedBy, ownerId),
        eq(mediaUploads.purpose, purpose),
        eq(mediaUploads.status, 'ready'),
      ),
    )
    .returning()
  return row
}

/** Releases the used files at these URLs. `MediaStore.deleteReleased` deletes them after commit. */
export async function releaseMedia(tx: Executor, urls: readonly string[]): Promise<void> {
  if (urls.length > 0)
    await markReleased(tx, and(inArray(mediaUploads.url, [...urls]), eq(mediaUploads.status, 'used')))
}

/** As `releaseMedia`, by the ids of uploads. */
export async function releaseUploads(tx: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await markReleased(tx, and(inArray(mediaUploads.id, [...ids]), eq(mediaUploads.status, 'used')))
}

/** Releases the row of an upload that is not in use. */
export async function releaseUnused(db: Executor, id: string): Promise<void> {
  await markReleased(db, and(eq(mediaUploads.id, id), inArray(mediaUploads.status, ['storing', 'ready'])))
}

/** Releases the owner's stored media unless it is used; false when there is none. `ownerId`: null for a deleted account. */
export async function releaseUnclaimed(db: Executor, id: string, ownerId: string | null): Promise<boolean> {
  const isOwned = ownerId === null ? isNull(mediaUploads.uploadedBy) : eq(mediaUploads.uploadedBy, ownerId)
  const rows = await db
    .update(mediaUploads)
    .set({ status: 'released' })
    .where(and(eq(mediaUploads.id, id), isOwned, eq(mediaUploads.status, 'ready')))
    .returning({ id: mediaUploads.id })
  return rows.length > 0
}

/**
 * Releases media that is unused and older than `before`, and media of deleted users. Keeps the logo in use, which belongs to
 * the site.
 */
export async function releaseAbandoned(db: Executor, before: Date): Promise<void> {
  const unused = and(inArray(mediaUploads.status, ['storing', 'ready']), lt(mediaUploads.createdAt, before))
  const ofDeletedUser = and(
    isNull(mediaUploads.uploadedBy),
    ne(mediaUploads.status, 'released'),
    or(ne(mediaUploads.purpose, 'logo'), ne(mediaUploads.status, 'used')),
  )
  await markReleased(db, or(unused, ofDeletedUser))
}

/** Released media that this node can delete, ordered by id. */
export function listReleased(
  db: Executor,
  { nodeId, afterId, limit }: { nodeId: string; afterId: string | undefined; limit: number },
): Promise<Pick<MediaRow, 'id' | 'files'>[]> {
  return db
    .select({ id: mediaUploads.id, files: mediaUploads.files })
    .from(mediaUploads)
    .where(
      and(
        eq(mediaUploads.status, 'released'),
        or(isNull(mediaUploads.nodeId), eq(mediaUploads.nodeId, nodeId)),
        afterId ? gt(mediaUploads.id, afterId) : undefined,
      ),
    )
    .orderBy(asc(mediaUploads.id))
    .limit(limit)
}

/** The other nodes that have released media to delete. */
export async function listNodesWithReleased(db: Executor, nodeId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ nodeId: mediaUploads.nodeId })
    .from(mediaUploads)
    .where(and(eq(mediaUploads.status, 'released'), ne(mediaUploads.nodeId, nodeId)))
  return rows.flatMap((row) => row.nodeId ?? [])
}

export async function deleteMedia(db: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(mediaUploads).where(inArray(mediaUploads.id, [...ids]))
}

/** Bytes of the owner's stored and unused media. */
export async function sumUnusedBytes(db: Executor, ownerId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${mediaUploads.fileSize}), 0)` })
    .from(mediaUploads)
    .where(and(eq(mediaUploads.uploadedBy, ownerId), inArray(mediaUploads.status, ['storing', 'ready'])))
  return Number(row?.bytes ?? 0)
}

/** Bytes of all stored media of an owner, used or not. */
export async function sumStoredBytes(db: Executor, ownerId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${mediaUploads.fileSize} + ${mediaUploads.posterSize}), 0)` })
    .from(mediaUploads)
    .where(and(eq(mediaUploads.uploadedBy, ownerId), ne(mediaUploads.status, 'released')))
  return Number(row?.bytes ?? 0)
}

async function markReleased(db: Executor, condition: SQL | undefined): Promise<void> {
  await db.update(mediaUploads).set({ status: 'released' }).where(condition)
}
