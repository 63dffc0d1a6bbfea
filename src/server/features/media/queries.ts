import { type SQL, and, asc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { UploadPurpose } from '#shared/uploads.ts'
import type { Executor } from '#server/db/executor.ts'
import { type MediaRow, mediaUploads } from './schema.ts'

export async function insertMedia(db: Executor, values: typeof mediaUploads.$inferInsert): Promise<void> {
  await db.insert(mediaUploads).values(values)
}

/** All its files are there; undefined when it was given up meanwhile. */
export async function markReady(db: Executor, id: string): Promise<MediaRow | undefined> {
  const [row] = await db
    .update(mediaUploads)
    .set({ status: 'ready' })
    .where(and(eq(mediaUploads.id, id), eq(mediaUploads.status, 'storing')))
    .returning()
  return row
}

/** What became of a member's upload, used or not. */
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

/**
 * Takes a member's own finished upload into use, once: undefined for any other address, for one that is used already,
 * and for one of another purpose. Rolled back, it can be used again.
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

/** Gives up the files at these addresses, with what used them; `deleteReleased` deletes them after the commit. */
export async function releaseMedia(tx: Executor, urls: readonly string[]): Promise<void> {
  if (urls.length > 0)
    await release(tx, and(inArray(mediaUploads.url, [...urls]), eq(mediaUploads.status, 'used')))
}

/** Gives up what an upload left behind that was never stored whole. */
export async function releaseBroken(db: Executor, id: string): Promise<void> {
  await release(db, and(eq(mediaUploads.id, id), inArray(mediaUploads.status, ['storing', 'ready'])))
}

/** Gives up what nobody used in time, and what belonged to members who are gone. */
export async function releaseAbandoned(db: Executor, before: Date): Promise<void> {
  const unused = and(inArray(mediaUploads.status, ['storing', 'ready']), lt(mediaUploads.createdAt, before))
  await release(db, or(unused, and(isNull(mediaUploads.uploadedBy), ne(mediaUploads.status, 'released'))))
}

/** What is to be deleted, by id. */
export function listReleased(
  db: Executor,
  afterId: string | undefined,
  limit: number,
): Promise<Pick<MediaRow, 'id' | 'files'>[]> {
  return db
    .select({ id: mediaUploads.id, files: mediaUploads.files })
    .from(mediaUploads)
    .where(and(eq(mediaUploads.status, 'released'), afterId ? gt(mediaUploads.id, afterId) : undefined))
    .orderBy(asc(mediaUploads.id))
    .limit(limit)
}

export async function deleteMedia(db: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(mediaUploads).where(inArray(mediaUploads.id, [...ids]))
}

/** Bytes that a member has stored and not used. */
export async function sumUnusedBytes(db: Executor, ownerId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${mediaUploads.fileSize}), 0)` })
    .from(mediaUploads)
    .where(and(eq(mediaUploads.uploadedBy, ownerId), inArray(mediaUploads.status, ['storing', 'ready'])))
  return Number(row?.bytes ?? 0)
}

async function release(db: Executor, which: SQL | undefined): Promise<void> {
  await db.update(mediaUploads).set({ status: 'released' }).where(which)
}
