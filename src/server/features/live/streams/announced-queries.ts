import { sql } from 'drizzle-orm'
import { MIN_AIRED_MS, MAX_EARLY_START_MS, MAX_START_DELAY_MS } from '#shared/live/streams.ts'
import type { Caller } from '#server/http/access.ts'
import { streams } from '#server/features/live/streams/schema.ts'

export const milliseconds = (count: number) => sql.raw(`interval '${count} milliseconds'`)

/**
 * True if the current or last broadcast is the announced one: it started at or after the announced time, ran past it,
 * or started within the hour before it and was on air for ten minutes. Anything else is a rehearsal.
 */
export const hasAiredAsAnnounced = sql`(coalesce(${streams.endedAt}, ${streams.startedAt}) >= ${streams.scheduledFor}
  or (${streams.startedAt} >= ${streams.scheduledFor} - ${milliseconds(MAX_EARLY_START_MS)}
    and ${streams.endedAt} - ${streams.startedAt} >= ${milliseconds(MIN_AIRED_MS)}))`

/** A stream that was neither started nor announced is listed only for its owner; its link opens for everyone. */
export const isListedFor = (requester: Caller | null) =>
  sql`(${streams.startedAt} is not null or ${streams.scheduledFor} is not null
    or ${streams.streamerId} = ${requester?.id ?? null}::uuid)`

/** `isUpcoming` of the contract, as SQL. */
export const isUpcoming = sql`${streams.scheduledFor} > now() - ${milliseconds(MAX_START_DELAY_MS)}
  and not ${streams.isLive} and (${hasAiredAsAnnounced}) is not true`
