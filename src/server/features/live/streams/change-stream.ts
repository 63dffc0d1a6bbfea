import type { BodyOf } from '#shared/endpoint.ts'
import type { updateStream as call } from '#shared/live/streams.ts'
import type { AlsoWrite } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { Thumbnails } from '#server/features/media/thumbnails/thumbnails.ts'
import { imageErrorAtField } from '#server/features/media/thumbnails/unusable-image.ts'
import { notFound } from '#server/http/errors.ts'
import { announceUpdate, publishChatRules } from './stream-events.ts'
import { type StreamChange, lockStream, updateStream } from './change-queries.ts'
import { checkSchedule } from '#server/features/live/streams/check-schedule.ts'
import { recordEnd } from './end-stream.ts'
import type { StreamRow } from './schema.ts'
import { recordStart, throwStartError } from './start-stream.ts'

type Dependencies = Pick<Context, 'db' | 'events' | 'publish' | 'limits' | 'nodeId'> & {
  thumbnails: Thumbnails
}
type StreamUpdate = BodyOf<typeof call>

/**
 * Applies an owner's update atomically: texts, thumbnail, time, settings, start or end. Throws 409 if another stream of
 * the owner is live, 422 for an invalid time or an unusable image, 429 after too many starts.
 */
export async function changeStream(
  dependencies: Dependencies,
  stream: StreamRow,
  { isLive, thumbnailUrl: source, ...update }: StreamUpdate,
): Promise<void> {
  const { db, thumbnails } = dependencies
  const change = changeOf(stream, update)
  const stored = source
    ? await imageErrorAtField('thumbnailUrl', thumbnails.store(source, stream.streamerId))
    : null
  if (source !== undefined) Object.assign(change, stored ?? NO_THUMBNAIL)
  const result = await db
    .transaction(async (tx) => {
      const before = await lockStream(tx, stream.id)
      if (!before || before.hiddenAt) throw notFound('notFound.stream')
      const after = isDifferent(before, change) ? await updateStream(tx, before, change) : before
      if (after !== before) await announceUpdate(dependencies, tx, before, after)
      if (after.allowChat !== before.allowChat) publishChatRules(dependencies, tx, after)
      if (isLive === true) await recordStart(tx, dependencies, stream.id)
      if (isLive === false) await recordEnd(dependencies, tx, stream.id, 'owner')
      return { before, after }
    })
    .catch(async (error: unknown) => {
      if (stored) await thumbnails.remove(stored)
      throwStartError(error)
    })
  if (source) await thumbnails.releaseSource(source)
  if (result.before.thumbnailUrl !== result.after.thumbnailUrl) await thumbnails.remove(result.before)
}

/** Removes the picture of a stream; `alsoWrite` writes in the same transaction. Throws 404 if it has none. */
export async function removeThumbnail(
  { thumbnails, ...dependencies }: Pick<Dependencies, 'db' | 'events' | 'publish' | 'thumbnails'>,
  streamId: string,
  alsoWrite: AlsoWrite,
): Promise<void> {
  const before = await dependencies.db.transaction(async (tx) => {
    const stream = await lockStream(tx, streamId)
    if (!stream?.thumbnailUrl) throw notFound('notFound.stream')
    await alsoWrite(tx)
    await announceUpdate(dependencies, tx, stream, await updateStream(tx, stream, NO_THUMBNAIL))
    return stream
  })
  await thumbnails.remove(before)
}

const NO_THUMBNAIL = { thumbnailUrl: null, thumbnailNodeId: null, thumbnailSize: 0 }

/** Maps the update to columns. An unchanged announced time is accepted even if it is past, as forms repeat it. */
function changeOf(
  stream: StreamRow,
  { settings, scheduledFor, description, ...texts }: Omit<StreamUpdate, 'isLive' | 'thumbnailUrl'>,
): StreamChange {
  const change: StreamChange = { ...withoutUndefined(texts), ...withoutUndefined(settings ?? {}) }
  if (description !== undefined) change.description = description || null
  if (scheduledFor === undefined) return change
  change.scheduledFor = scheduledFor === null ? null : new Date(scheduledFor)
  if (isDifferent(stream, { scheduledFor: change.scheduledFor })) checkSchedule(change.scheduledFor)
  return change
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Returns a copy without undefined values. */
function withoutUndefined<T extends object>(update: T): Defined<T> {
  // Boundary: Object.fromEntries loses the keys' types; no value is undefined here.
  return Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined)) as Defined<T>
}

function isDifferent(row: StreamRow, change: StreamChange): boolean {
  const currentByColumn = new Map<string, unknown>(Object.entries(row))
  return Object.entries(change).some(
    ([name, value]) => comparable(currentByColumn.get(name)) !== comparable(value),
  )
}

const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value)
