import { id as idField } from '#shared/fields.ts'
import { displayName } from '#shared/accounts/users.ts'
import type { Executor } from '#server/db/executor.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { Preview } from '#server/http/pages/previews.ts'
import type { PreviewImage } from '#server/http/pages/preview-image.ts'
import { findStream } from './queries.ts'
import type { StreamRow } from './schema.ts'

/** Returns the link preview of a public stream, undefined for a private or absent one. */
export async function streamPreview(
  db: Executor,
  id: string | undefined,
  imageOf: (db: Executor, stream: StreamRow) => Promise<PreviewImage | null>,
): Promise<Preview | undefined> {
  const parsedId = idField.safeParse(id)
  const found = parsedId.success ? await findStream(db, parsedId.data, null) : undefined
  if (!found) return undefined
  const { stream, streamer } = found
  const name = displayName(presentUserRef(streamer, null))
  return {
    title: stream.title,
    description: [name, stream.category, stream.description].filter(Boolean).join(' · '),
    image: await imageOf(db, stream),
    type: 'video.other',
  }
}
