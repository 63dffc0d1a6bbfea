import type * as z from 'zod/mini'
import type { streamInput } from '#shared/live/streams.ts'
import type { Db } from '#server/db/executor.ts'
import type { Thumbnails } from '#server/features/media/thumbnails/thumbnails.ts'
import { imageErrorAtField } from '#server/features/media/thumbnails/unusable-image.ts'
import { checkSchedule } from '#server/features/live/streams/check-schedule.ts'
import { insertStream } from './queries.ts'

/**
 * Stores a stream with a local copy of its thumbnail, and returns its id. Throws 422 for an invalid time or an unusable
 * image.
 */
export async function addStream(
  { db, thumbnails }: { db: Db; thumbnails: Thumbnails },
  streamerId: string,
  {
    title,
    description,
    category,
    scheduledFor: time,
    thumbnailUrl: source,
    settings,
  }: z.output<typeof streamInput>,
): Promise<string> {
  const scheduledFor = time ? new Date(time) : null
  checkSchedule(scheduledFor)
  const thumbnail = source
    ? await imageErrorAtField('thumbnailUrl', thumbnails.store(source, streamerId))
    : null
  const stream = { ...settings, title, category, streamerId, description: description || null, scheduledFor }
  const id = await insertStream(db, { ...stream, ...thumbnail }).catch(async (error: unknown) => {
    if (thumbnail) await thumbnails.remove(thumbnail)
    throw error
  })
  if (source) await thumbnails.releaseSource(source)
  return id
}
