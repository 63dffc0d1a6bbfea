import { and, eq, lt, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { smallThumbnail } from '#shared/image-sizes.ts'
import { orphanFiles, storageChecks } from './schema.ts'

type FoundFile = { key: string; size: number }

/** Returns those of these keys that belong to an upload, a video or a stream. */
export async function findReferenced(db: Executor, keys: readonly string[]): Promise<Set<string>> {
  const list = sql`array[${sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  )}]::text[]`
  const urls = [...new Set(keys.flatMap(thumbnailUrlsOf))]
  const { rows } = await db.execute<{ key: string; isUrl: boolean }>(sql`
    select unnest(files) as key, false as "isUrl" from media_uploads where files && ${list}
    union all select key, false from video_files where key = any(${list})
    union all select thumbnail_url, true from streams where thumbnail_url = any(array[${sql.join(
      urls.map((url) => sql`${url}`),
      sql`, `,
    )}]::text[])`)
  const stored = new Set<string>()
  for (const { key, isUrl } of rows)
    for (const each of isUrl ? [key, smallThumbnail(key)].map(keyOf) : [key]) stored.add(each)
  return new Set(keys.filter((key) => stored.has(key)))
}

/** The URLs of a stream's picture that a key may belong to: its own, and that of the larger size. */
const thumbnailUrlsOf = (key: string) => [`/files/${key}`, `/files/${key.replace(/-small\.webp$/, '.webp')}`]
const keyOf = (url: string) => url.replace(/^\/files\//, '')

/** Stores the files that a check has found; those that an earlier one has found keep their time. */
export async function recordOrphans(
  db: Executor,
  { nodeId, seenAt }: { nodeId: string; seenAt: Date },
  files: readonly FoundFile[],
): Promise<void> {
  if (files.length === 0) return
  await db
    .insert(orphanFiles)
    .values(files.map((file) => ({ ...file, nodeId, seenAt })))
    .onConflictDoUpdate({ target: [orphanFiles.nodeId, orphanFiles.key], set: { seenAt } })
}

/** Forgets the files of a node that the check at this time has not found again. */
export async function forgetOrphans(db: Executor, nodeId: string, seenAt: Date): Promise<void> {
  await db.delete(orphanFiles).where(and(eq(orphanFiles.nodeId, nodeId), lt(orphanFiles.seenAt, seenAt)))
}

/** Returns the next files of a node that were found before this time; null: at any time. */
export function listOrphans(
  db: Executor,
  { nodeId, foundBefore, limit }: { nodeId: string; foundBefore: Date | null; limit: number },
): Promise<FoundFile[]> {
  const { key, size, foundAt } = orphanFiles
  return db
    .select({ key, size })
    .from(orphanFiles)
    .where(and(eq(orphanFiles.nodeId, nodeId), foundBefore ? lt(foundAt, foundBefore) : undefined))
    .orderBy(foundAt, key)
    .limit(limit)
}

export async function deleteOrphanRows(db: Executor, nodeId: string, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await db.delete(orphanFiles).where(and(eq(orphanFiles.nodeId, nodeId), eq(orphanFiles.key, key)))
}

export async function recordCheck(db: Executor, check: typeof storageChecks.$inferInsert): Promise<void> {
  await db
    .insert(storageChecks)
    .values(check)
    .onConflictDoUpdate({ target: storageChecks.nodeId, set: check })
}

/** Returns the number of orphaned files of all nodes with their bytes, and the time of the last check. */
export async function readOrphanState(
  db: Executor,
): Promise<{ files: number; bytes: number; checkedAt: Date | null }> {
  const { rows } = await db.execute<{ files: number; bytes: number; checkedAt: string | null }>(sql`
    select count(*)::int as files, coalesce(sum(size), 0)::float8 as bytes,
      (select max(checked_at) from storage_checks) as "checkedAt"
    from orphan_files`)
  const { files = 0, bytes = 0, checkedAt = null } = rows[0] ?? {}
  return { files, bytes, checkedAt: checkedAt === null ? null : new Date(checkedAt) }
}

/** Returns the nodes with an app that runs, or ran lately. */
export async function listStorageNodes(db: Executor): Promise<string[]> {
  const { rows } = await db.execute<{ nodeId: string }>(
    sql`select distinct node_id as "nodeId" from node_processes where lease_until > now()`,
  )
  return rows.map(({ nodeId }) => nodeId)
}
