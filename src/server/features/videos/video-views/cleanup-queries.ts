import { and, inArray, isNotNull, like, lt, or, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { videoViews } from './schema.ts'

/** Rows per statement of a cleanup. */
const BATCH_SIZE = 5000

/** Removes IP address and browser from the next batch of playbacks before a time. Returns whether there may be more. */
export async function removeViewAddressesBefore(db: Executor, before: Date): Promise<boolean> {
  const next = db
    .select({ id: videoViews.id })
    .from(videoViews)
    .where(
      and(
        lt(videoViews.createdAt, before),
        or(isNotNull(videoViews.ipAddress), isNotNull(videoViews.userAgent)),
      ),
    )
    .limit(BATCH_SIZE)
  const { rowCount } = await db
    .update(videoViews)
    .set({
      ipAddress: null,
      userAgent: null,
      // The key of a client without a cookie contains its address.
      visitorId: sql`case when ${like(videoViews.visitorId, 'address:%')} then null else ${videoViews.visitorId} end`,
    })
    .where(inArray(videoViews.id, next))
  return rowCount === BATCH_SIZE
}

/** Deletes the next batch of playbacks before a time; rolled-up figures stay. Returns whether there may be more. */
export async function deleteViewsBefore(db: Executor, before: Date): Promise<boolean> {
  const next = db
    .select({ id: videoViews.id })
    .from(videoViews)
    .where(lt(videoViews.createdAt, before))
    .limit(BATCH_SIZE)
  const { rowCount } = await db.delete(videoViews).where(inArray(videoViews.id, next))
  return rowCount === BATCH_SIZE
}
