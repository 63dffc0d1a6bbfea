import { type SQL, and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { type VideoRow, newFilesVersion, videos } from './schema.ts'

type HiddenVideo = Pick<VideoRow, 'id' | 'creatorId'>
const CHANGED = { id: videos.id, creatorId: videos.creatorId }

/** Returns the ids of a video, or of the recordings of a stream, that are not hidden. */
export async function listNotHidden(
  tx: Executor,
  of: { id: string } | { streamId: string },
): Promise<string[]> {
  const rows = await tx
    .select({ id: videos.id })
    .from(videos)
    .where(and(subjectOf(of), isNull(videos.hiddenAt)))
  return rows.map(({ id }) => id)
}

/** Hides a video, or the recordings of a stream, from everyone; the URLs of their files change. Returns those that it changed. */
export function hideVideos(
  tx: Executor,
  of: { id: string } | { streamId: string },
  hiddenAt: Date,
): Promise<HiddenVideo[]> {
  return tx
    .update(videos)
    .set({
      hiddenAt,
      wasPublished: sql`${videos.isPublished}`,
      isPublished: false,
      publishAt: null,
      filesVersion: newFilesVersion(),
    })
    .where(and(subjectOf(of), isNull(videos.hiddenAt)))
    .returning(CHANGED)
}

/** Shows a video again, or the recordings that were hidden with a stream. Returns those that it changed. */
export function showVideos(
  tx: Executor,
  of: { id: string } | { streamId: string; hiddenAt: Date },
): Promise<HiddenVideo[]> {
  return tx
    .update(videos)
    .set({ hiddenAt: null, isPublished: sql`${videos.wasPublished}`, wasPublished: false })
    .where(
      and(subjectOf(of), 'hiddenAt' in of ? eq(videos.hiddenAt, of.hiddenAt) : isNotNull(videos.hiddenAt)),
    )
    .returning(CHANGED)
}

const subjectOf = (of: { id: string } | { streamId: string }): SQL =>
  'id' in of ? eq(videos.id, of.id) : eq(videos.streamId, of.streamId)

/** Returns a stored video, hidden or not. */
export async function findStoredVideo(db: Executor, id: string): Promise<HiddenVideo | undefined> {
  const [row] = await db.select(CHANGED).from(videos).where(eq(videos.id, id))
  return row
}
