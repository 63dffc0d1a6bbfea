import { type SQL, and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { memoizeByDb } from '#server/db/prepared.ts'
import { streamBans } from './schema.ts'

export type BanRow = { until: Date | null }

/** Matches bans and unexpired time-outs. */
export const IS_ACTIVE_BAN: SQL | undefined = or(isNull(streamBans.until), gt(streamBans.until, sql`now()`))

const banOf = memoizeByDb((db) =>
  db
    .select({ until: streamBans.until })
    .from(streamBans)
    .where(
      and(
        eq(streamBans.streamId, sql.placeholder('streamId')),
        eq(streamBans.userId, sql.placeholder('userId')),
        IS_ACTIVE_BAN,
      ),
    )
    .prepare('stream_ban'),
)

/** Returns the user's ban or unexpired time-out, if there is one. */
export async function findBan(db: Executor, streamId: string, userId: string): Promise<BanRow | undefined> {
  const [row] = await banOf(db).execute({ streamId, userId })
  return row
}
