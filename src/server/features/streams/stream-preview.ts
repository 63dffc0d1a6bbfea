import { id as idField } from '#shared/fields.ts'
import { displayName } from '#shared/users.ts'
import type { Executor } from '#server/db/executor.ts'
import { presentUserRef } from '#server/features/users/present-user.ts'
import type { Preview } from '#server/http/pages/previews.ts'
import { findStream } from './queries.ts'

/** What is shown of a stream that somebody links to; nothing of a private one. */
export async function streamPreview(db: Executor, id: string | undefined): Promise<Preview | undefined> {
  const known = idField.safeParse(id)
  const found = known.success ? await findStream(db, known.data, null) : undefined
  if (!found) return undefined
  const { stream, streamer } = found
  const name = displayName(presentUserRef(streamer, null))
  return {
    title: stream.title,
    description: [name, stream.category, stream.description].filter(Boolean).join(' · '),
    image: stream.thumbnailUrl,
    type: 'video.other',
  }
}
