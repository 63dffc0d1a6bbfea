import { id as idField } from '#shared/fields.ts'
import { THUMBNAIL } from '#shared/thumbnails.ts'
import { displayName } from '#shared/users.ts'
import type { Executor } from '#server/db/executor.ts'
import { presentUserRef } from '#server/features/users/present-user.ts'
import { previewImage } from '#server/http/pages/preview-image.ts'
import type { Preview } from '#server/http/pages/previews.ts'
import { findStream } from './queries.ts'

/** Returns the link preview of a public stream, undefined for a private or absent one. */
export async function streamPreview(db: Executor, id: string | undefined): Promise<Preview | undefined> {
  const parsedId = idField.safeParse(id)
  const found = parsedId.success ? await findStream(db, parsedId.data, null) : undefined
  if (!found) return undefined
  const { stream, streamer } = found
  const name = displayName(presentUserRef(streamer, null))
  return {
    title: stream.title,
    description: [name, stream.category, stream.description].filter(Boolean).join(' · '),
    image: previewImage({ kind: 'stream', id: stream.id }, stream.thumbnailUrl, THUMBNAIL),
    type: 'video.other',
  }
}
