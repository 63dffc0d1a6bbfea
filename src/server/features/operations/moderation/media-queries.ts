import path from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { smallThumbnail } from '#shared/media/image-sizes.ts'
import type { Executor } from '#server/db/executor.ts'
import { mediaUploads } from '#server/features/media/media/schema.ts'
import { posts } from '#server/features/community/posts/schema.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import type { SubjectKey } from '#server/features/operations/moderation-cases/case-queries.ts'
import { moderationCases } from '#server/features/operations/moderation-cases/schema.ts'

type Subject = SubjectKey & { subjectType: 'post' | 'stream' }
/** `files` are storage keys. */
type Files = { files: string[]; nodeId: string | null }
type Rename = { from: string; to: string }

const PREFIX = '/files/'
const keyOf = (url: string) => url.slice(PREFIX.length)
const thumbnailFiles = (url: string) => [keyOf(url), keyOf(smallThumbnail(url))]

/** Returns the files of a post, or those of a stream's thumbnail, with the node that has them. */
export async function findFiles(
  tx: Executor,
  { subjectType, subjectId }: Subject,
): Promise<Files | undefined> {
  if (subjectType === 'post') {
    const [row] = await tx
      .select({ files: mediaUploads.files, nodeId: mediaUploads.nodeId })
      .from(mediaUploads)
      .innerJoin(posts, eq(posts.mediaUrl, mediaUploads.url))
      .where(eq(posts.id, subjectId))
    return row
  }
  const [row] = await tx
    .select({ url: streams.thumbnailUrl, nodeId: streams.thumbnailNodeId })
    .from(streams)
    .where(eq(streams.id, subjectId))
  return row?.url ? { files: thumbnailFiles(row.url), nodeId: row.nodeId } : undefined
}

/**
 * Renames the files of a hidden post or stream in its rows, and in the snapshots of its cases. Returns the keys that the rows
 * then refer to. Changes nothing if the content is visible again, or has other files.
 */
export function renameFiles(
  tx: Executor,
  { subjectType, subjectId }: Subject,
  renames: readonly Rename[],
): Promise<string[]> {
  const newNames = new Map(renames.map(({ from, to }) => [from, to]))
  return subjectType === 'post'
    ? renamePostFiles(tx, subjectId, newNames)
    : renameThumbnail(tx, subjectId, newNames)
}

/** Locks the post before its upload, in the same order as all other transactions. */
async function renamePostFiles(
  tx: Executor,
  postId: string,
  newNames: Map<string, string>,
): Promise<string[]> {
  const [post] = await tx
    .select({ url: posts.mediaUrl, posterUrl: posts.mediaPosterUrl, hiddenAt: posts.hiddenAt })
    .from(posts)
    .where(eq(posts.id, postId))
    .for('update')
  if (!post?.url) return []
  const [upload] = await tx
    .select({ id: mediaUploads.id, files: mediaUploads.files })
    .from(mediaUploads)
    .where(and(eq(mediaUploads.url, post.url), eq(mediaUploads.status, 'used')))
    .for('update')
  const url = renameUrl(post.url, newNames)
  if (!upload || !post.hiddenAt || url === null) return upload?.files ?? []
  const posterUrl = post.posterUrl && renameUrl(post.posterUrl, newNames)
  const files = upload.files.map((key) => newNames.get(key) ?? key)
  await tx
    .update(mediaUploads)
    .set({ url, posterUrl, files, fileName: path.basename(url) })
    .where(eq(mediaUploads.id, upload.id))
  await tx
    .update(posts)
    .set({ mediaUrl: url, mediaPosterUrl: posterUrl, updatedAt: sql`${posts.updatedAt}` })
    .where(eq(posts.id, postId))
  await updateSnapshots(tx, { subjectType: 'post', subjectId: postId }, { from: post.url, to: url })
  return files
}

async function renameThumbnail(
  tx: Executor,
  streamId: string,
  newNames: Map<string, string>,
): Promise<string[]> {
  const [stream] = await tx
    .select({ url: streams.thumbnailUrl, hiddenAt: streams.hiddenAt })
    .from(streams)
    .where(eq(streams.id, streamId))
    .for('update')
  if (!stream?.url) return []
  const url = renameUrl(stream.url, newNames)
  if (!stream.hiddenAt || url === null) return thumbnailFiles(stream.url)
  await tx
    .update(streams)
    .set({ thumbnailUrl: url, updatedAt: sql`${streams.updatedAt}` })
    .where(eq(streams.id, streamId))
  await updateSnapshots(tx, { subjectType: 'stream', subjectId: streamId }, { from: stream.url, to: url })
  return thumbnailFiles(url)
}

function renameUrl(url: string, newNames: Map<string, string>): string | null {
  const key = newNames.get(keyOf(url))
  return key === undefined ? null : PREFIX + key
}

/** Replaces the URL of a file in the cases of a subject, and in their decisions and reports. */
async function updateSnapshots(
  tx: Executor,
  { subjectType, subjectId }: SubjectKey,
  { from, to }: Rename,
): Promise<void> {
  const snapshot = sql`jsonb_set(snapshot, '{mediaUrl}', to_jsonb(${to}::text))`
  const isOld = sql`snapshot->>'mediaUrl' = ${from}`
  const { subjectType: type, subjectId: ofSubject } = moderationCases
  const cases = sql`select id from moderation_cases where ${type} = ${subjectType} and ${ofSubject} = ${subjectId}`
  await tx.execute(
    sql`update moderation_cases set snapshot = ${snapshot} where id in (${cases}) and ${isOld}`,
  )
  for (const table of [sql`moderation_decisions`, sql`reports`])
    await tx.execute(sql`update ${table} set snapshot = ${snapshot} where case_id in (${cases}) and ${isOld}`)
}
