import { sql } from 'drizzle-orm'
import { MIN_AIRED_MS, STARTS_BEFORE_MS, WAITED_FOR_MS } from '#shared/streams.ts'
import type { Caller } from '#server/http/access.ts'
import { streams } from '#server/features/streams/schema.ts'

export const milliseconds = (count: number) => sql.raw(`interval '${count} milliseconds'`)

/**
 * The broadcast that runs, or ran last, is what was announced: it began at the announced time, went on past it, or
 * started within the hour before it and was aired for ten minutes.
 */
export const wasAnnounced = sql`(coalesce(${streams.endedAt}, ${streams.startedAt}) >= ${streams.scheduledFor}
  or (${streams.startedAt} >= ${streams.scheduledFor} - ${milliseconds(STARTS_BEFORE_MS)}
    and ${streams.endedAt} - ${streams.startedAt} >= ${milliseconds(MIN_AIRED_MS)}))`

/** A stream that was neither started nor announced is listed for its owner alone; its link opens for everyone. */
export const isListedFor = (viewer: Caller | null) =>
  sql`(${streams.startedAt} is not null or ${streams.scheduledFor} is not null
    or ${streams.streamerId} = ${viewer?.id ?? null}::uuid)`

/** `isUpcoming` of the contract, for the database. */
export const hasNotBegun = sql`${streams.scheduledFor} > now() - ${milliseconds(WAITED_FOR_MS)}
  and not ${streams.isLive} and (${wasAnnounced}) is not true`
