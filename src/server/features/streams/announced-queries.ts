import { sql } from 'drizzle-orm'
import { WAITED_FOR_MS } from '#shared/streams.ts'
import { streams } from './schema.ts'

export const milliseconds = (count: number) => sql.raw(`interval '${count} milliseconds'`)

/** The broadcast that runs, or ran last, is what was announced: it began at the announced time, or went on past it. */
export const wasAnnounced = sql`coalesce(${streams.endedAt}, ${streams.startedAt}) >= ${streams.scheduledFor}`

/** `isUpcoming` of the contract, for the database. */
export const hasNotBegun = sql`${streams.scheduledFor} > now() - ${milliseconds(WAITED_FOR_MS)}
  and not ${streams.isLive} and (${wasAnnounced}) is not true`
