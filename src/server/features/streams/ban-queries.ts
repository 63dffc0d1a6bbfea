import { type SQL, and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { onceFor } from '#server/db/prepared.ts'
import { streamBans } from './schema.ts'

export type BanRow = { until: Date | null }

/** Bans, and time-outs that are not over. */
export const HOLDS: SQL | undefined = or(isNull(streamBans.until), gt(streamBans.until, sql`now()`))

const banOf = onceFor((db) =>
  db
    .select({ until: streamBans.until })
    .from(streamBans)
    .where(
      and(
        eq(streamBans.streamId, sql.placeholder('streamId')),
        eq(streamBans.userId, sql.placeholder('userId')),
        HOLDS,
      ),
    )
    .prepare('stream_ban'),
)

/** Why a stream refuses a member; undefined when it does not. */
export async function findBan(db: Executor, streamId: string, userId: string): Promise<BanRow | undefined> {
  const [row] = await banOf(db).execute({ streamId, userId })
  return row
}
