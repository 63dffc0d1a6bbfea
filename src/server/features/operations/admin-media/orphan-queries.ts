import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { orphanFiles, storageChecks } from './schema.ts'

type FoundFile = { key: string; size: number }

/**
 * Returns the keys that an upload, a video or a stream refers to. A stream stores only the URL of its thumbnail; the key of the
 * smaller size ends with `-small.webp`.
 */
export async function findReferenced(db: Executor, keys: readonly string[]): Promise<Set<string>> {
  // A join looks up each key in the index of uploads; for `files && keys` with a long list, PostgreSQL would read the table.
  const { rows } = await db.execute<{ key: string }>(sql`
    with listed as (select key from unnest(${sql.param([...keys])}::text[]) as key)
    select listed.key from listed join media_uploads on files @> array[listed.key]
    union all select listed.key from listed join video_files on video_files.key = listed.key
    union all select listed.key from listed join streams
      on thumbnail_url in ('/files/' || listed.key, '/files/' || regexp_replace(listed.key, '-small[.]webp$', '.webp'))`)
  return new Set(rows.map(({ key }) => key))
}

/** Stores the orphans that a check has found; orphans of earlier checks keep the time of their first finding. */
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

/** Deletes the rows of a node that the check at this time has not confirmed. */
export async function deleteStaleOrphans(db: Executor, nodeId: string, seenAt: Date): Promise<void> {
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
  await db.delete(orphanFiles).where(and(eq(orphanFiles.nodeId, nodeId), inArray(orphanFiles.key, [...keys])))
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
