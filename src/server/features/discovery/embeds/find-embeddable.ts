import { smallThumbnail } from '#shared/media/image-sizes.ts'
import { embedPath, streamEmbedPath } from '#shared/discovery/embeds.ts'
import { id as idField } from '#shared/fields.ts'
import { THUMBNAIL } from '#shared/media/thumbnails.ts'
import { type UserRef } from '#shared/accounts/users.ts'
import type { Executor } from '#server/db/executor.ts'
import { findStream } from '#server/features/live/streams/queries.ts'
import { streamImage } from '#server/features/videos/recordings/stream-image.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import { type VideoWithCreator, findVideo } from '#server/features/videos/videos/queries.ts'
import { posterImage } from '#server/features/videos/videos/files/poster-image.ts'
import { versionedUrl } from '#server/features/videos/videos/files/video-files.ts'
import type { PreviewImage } from '#server/http/pages/preview-image.ts'

type Thumbnail = { url: string; width: number; height: number }

/** A public video or stream; the URLs are relative. */
export type Embeddable = {
  kind: 'video' | 'stream'
  id: string
  title: string
  description: string | null
  category: string
  author: UserRef
  page: string
  frame: string
  /** Pixels of the picture, if known. */
  width: number | null
  height: number | null
  /** The image of its link preview. */
  image: PreviewImage | null
  /** The largest first. */
  thumbnails: Thumbnail[]
  /** Null for a stream. */
  video: VideoWithCreator | null
}

/** Returns a video or stream that visitors can see. */
export async function findEmbeddable(
  db: Executor,
  kind: Embeddable['kind'],
  id: string | undefined,
): Promise<Embeddable | undefined> {
  const parsed = idField.safeParse(id)
  if (!parsed.success) return undefined
  return kind === 'video' ? findEmbeddableVideo(db, parsed.data) : findEmbeddableStream(db, parsed.data)
}

async function findEmbeddableVideo(db: Executor, id: string): Promise<Embeddable | undefined> {
  const found = await findVideo(db, id, null)
  if (!found) return undefined
  const { video, creator } = found
  const { title, description, category, width, height } = video
  return {
    kind: 'video',
    ...{ id, title, description, category, width, height },
    author: presentUserRef(creator, null),
    page: `/video/${id}`,
    frame: embedPath(id),
    image: posterImage({ kind: 'video', id }, found.files),
    thumbnails: postersOf(found),
    video: found,
  }
}

function postersOf({ video, files }: VideoWithCreator): Thumbnail[] {
  return files
    .flatMap((file) =>
      file.kind === 'poster' && file.width !== null && file.height !== null
        ? { url: versionedUrl(video, file.name), width: file.width, height: file.height }
        : [],
    )
    .toSorted((one, other) => other.width - one.width)
}

async function findEmbeddableStream(db: Executor, id: string): Promise<Embeddable | undefined> {
  const found = await findStream(db, id, null)
  if (!found) return undefined
  const { title, description, category, thumbnailUrl } = found.stream
  const { width, height, smallWidth, smallHeight } = THUMBNAIL
  return {
    kind: 'stream',
    ...{ id, title, description, category, width: null, height: null },
    author: presentUserRef(found.streamer, null),
    page: `/stream/${id}`,
    frame: streamEmbedPath(id),
    image: await streamImage(db, found.stream),
    thumbnails: thumbnailUrl
      ? [
          { url: thumbnailUrl, width, height },
          { url: smallThumbnail(thumbnailUrl), width: smallWidth, height: smallHeight },
        ]
      : [],
    video: null,
  }
}
