import { sql } from 'drizzle-orm'
import { MIN_AIRED_MS, STARTS_BEFORE_MS, WAITED_FOR_MS } from '#shared/streams.ts'
import { streams } from './schema.ts'

export const milliseconds = (count: number) => sql.raw(`interval '${count} milliseconds'`)

/**
 * The broadcast that runs, or ran last, is what was announced: it began at the announced time, went on past it, or
 * started within the hour before it and was aired for ten minutes.
 */
export const wasAnnounced = sql`(coalesce(${streams.endedAt}, ${streams.startedAt}) >= ${streams.scheduledFor}
  or (${streams.startedAt} >= ${streams.scheduledFor} - ${milliseconds(STARTS_BEFORE_MS)}
    and ${streams.endedAt} - ${streams.startedAt} >= ${milliseconds(MIN_AIRED_MS)}))`

/** Listed for others than its owner: it was started once, or announced. Its link opens for others before, too. */
export const isListed = sql`(${streams.startedAt} is not null or ${streams.scheduledFor} is not null)`

/** `isUpcoming` of the contract, for the database. */
export const hasNotBegun = sql`${streams.scheduledFor} > now() - ${milliseconds(WAITED_FOR_MS)}
  and not ${streams.isLive} and (${wasAnnounced}) is not true`
