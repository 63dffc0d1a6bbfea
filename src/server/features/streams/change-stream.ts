import type { BodyOf } from '#shared/endpoint.ts'
import type { updateStream as call } from '#shared/streams.ts'
import type { Db } from '#server/db/executor.ts'
import type { Thumbnails } from '#server/features/thumbnails/thumbnails.ts'
import { atField } from '#server/features/thumbnails/unusable-picture.ts'
import { notFound } from '#server/http/errors.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { announceChange, announceChatRules, announceEnd, announceStart } from './announce.ts'
import { type StreamChange, lockStream, updateStream } from './change-queries.ts'
import { checkSchedule } from '#server/features/stream-schedule/check-schedule.ts'
import { recordEnd } from './end-stream.ts'
import type { StreamRow } from './schema.ts'
import { recordStart, refuseSecond } from './start-stream.ts'

type Parts = { db: Db; hub: Hub; limits: RateLimits; thumbnails: Thumbnails }
type Wish = BodyOf<typeof call>

/**
 * Does what its owner wishes of a stream, all of it or nothing: new texts, picture, time and settings, a start or an
 * end. Throws 409 when the owner is live elsewhere, 422 for a time or a picture that cannot be, 429 after too many
 * starts.
 */
export async function changeStream(
  { db, hub, limits, thumbnails }: Parts,
  stream: StreamRow,
  { isLive, thumbnailUrl: source, ...wish }: Wish,
): Promise<void> {
  const change = changeOf(stream, wish)
  if (source !== undefined)
    change.thumbnailUrl = source
      ? await atField('thumbnailUrl', thumbnails.keep(source, stream.streamerId))
      : null
  const done = await db
    .transaction(async (tx) => {
      const before = await lockStream(tx, stream.id)
      if (!before) throw notFound('notFound.stream')
      const after = isDifferent(before, change) ? await updateStream(tx, before, change) : before
      const started = isLive === true ? await recordStart(tx, limits, stream.id) : undefined
      const ended = isLive === false ? await recordEnd(tx, stream.id, 'owner') : undefined
      return { before, after, started, ended }
    })
    .catch(async (error: unknown) => {
      if (change.thumbnailUrl) await thumbnails.remove(change.thumbnailUrl)
      refuseSecond(error)
    })
  if (done.after !== done.before) announceChange(hub, done.before, done.after)
  if (done.after.allowChat !== done.before.allowChat) announceChatRules(hub, done.after)
  if (done.started) announceStart(hub, done.started)
  if (done.ended) announceEnd(hub, done.ended)
  const { thumbnailUrl: replaced } = done.before
  if (replaced && replaced !== done.after.thumbnailUrl) await thumbnails.remove(replaced)
}

/** What the wish comes to; a form that sends the announced time as it was is right even when that is past. */
function changeOf(
  stream: StreamRow,
  { settings, scheduledFor, description, ...texts }: Omit<Wish, 'isLive' | 'thumbnailUrl'>,
): StreamChange {
  const change: StreamChange = { ...defined(texts), ...defined(settings ?? {}) }
  if (description !== undefined) change.description = description || null
  if (scheduledFor === undefined) return change
  change.scheduledFor = scheduledFor === null ? null : new Date(scheduledFor)
  if (isDifferent(stream, { scheduledFor: change.scheduledFor })) checkSchedule(change.scheduledFor)
  return change
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Without what the wish leaves as it is. */
function defined<T extends object>(wish: T): Defined<T> {
  // Boundary: of each key the value is the same, and none is undefined.
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)) as Defined<T>
}

function isDifferent(row: StreamRow, change: StreamChange): boolean {
  const known = new Map<string, unknown>(Object.entries(row))
  return Object.entries(change).some(([name, value]) => comparable(known.get(name)) !== comparable(value))
}

const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value)
