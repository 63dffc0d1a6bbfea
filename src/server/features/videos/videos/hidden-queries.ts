import { type SQL, and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { type VideoRow, newFilesVersion, videos } from './schema.ts'

type HiddenVideo = Pick<VideoRow, 'id' | 'creatorId'>
const CHANGED = { id: videos.id, creatorId: videos.creatorId }

/** Returns the ids of a video, or of the recordings of a stream, that are not hidden. */
export async function listNotHidden(
  tx: Executor,
  target: { id: string } | { streamId: string },
): Promise<string[]> {
  const rows = await tx
    .select({ id: videos.id })
    .from(videos)
    .where(and(subjectOf(target), isNull(videos.hiddenAt)))
  return rows.map(({ id }) => id)
}

/** Hides a video, or the recordings of a stream, from everyone; the URLs of their files change. Returns those that it changed. */
export function hideVideos(
  tx: Executor,
  target: { id: string } | { streamId: string },
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
    .where(and(subjectOf(target), isNull(videos.hiddenAt)))
    .returning(CHANGED)
}

/** Shows a video again, or the recordings that were hidden with a stream. Returns those that it changed. */
export function showVideos(
  tx: Executor,
  target: { id: string } | { streamId: string; hiddenAt: Date },
): Promise<HiddenVideo[]> {
  return tx
    .update(videos)
    .set({ hiddenAt: null, isPublished: sql`${videos.wasPublished}`, wasPublished: false })
    .where(
      and(
        subjectOf(target),
        'hiddenAt' in target ? eq(videos.hiddenAt, target.hiddenAt) : isNotNull(videos.hiddenAt),
      ),
    )
    .returning(CHANGED)
}

const subjectOf = (target: { id: string } | { streamId: string }): SQL =>
  'id' in target ? eq(videos.id, target.id) : eq(videos.streamId, target.streamId)

/** Returns a stored video, hidden or not. */
export async function findStoredVideo(db: Executor, id: string): Promise<HiddenVideo | undefined> {
  const [row] = await db.select(CHANGED).from(videos).where(eq(videos.id, id))
  return row
}
