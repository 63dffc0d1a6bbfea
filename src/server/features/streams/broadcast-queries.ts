import { and, eq, gt, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { violates } from '#server/db/violates.ts'
import { STREAM_COLUMNS } from './queries.ts'
import { type StreamRow, broadcastViews, streams } from './schema.ts'

/** Goes live; undefined when the stream was live already. Counts the creator's streams at the first start. */
export async function markStarted(db: Executor, id: string, startedAt: Date): Promise<StreamRow | undefined> {
  const result = await db.execute<{ id: string }>(sql`
    with before as (select id, streamer_id, started_at from streams where id = ${id} and not is_live for update),
    started as (
      update streams s set is_live = true, started_at = ${startedAt.toISOString()}::timestamptz, ended_at = null, updated_at = now()
      from before where s.id = before.id returning s.id
    ),
    counted as (
      update users u set streams_count = u.streams_count + 1
      from before where u.id = before.streamer_id and before.started_at is null
    )
    select id from started`)
  return result.rows.length > 0 ? findRow(db, id) : undefined
}

/** True for the database's refusal of a member's second live stream. */
export function isSecondLive(error: unknown): boolean {
  return violates(error, 'streams_one_live_key')
}

/** Ends the broadcast; undefined when there was none. */
export async function markEnded(db: Executor, id: string, endedAt: Date): Promise<StreamRow | undefined> {
  const [row] = await db
    .update(streams)
    .set({ isLive: false, endedAt, rtcOfferId: null })
    .where(and(eq(streams.id, id), streams.isLive))
    .returning(STREAM_COLUMNS)
  return row
}

export async function listLiveIds(db: Executor): Promise<string[]> {
  const rows = await db.select({ id: streams.id }).from(streams).where(eq(streams.isLive, true))
  return rows.map((row) => row.id)
}

/** Sets the count of joined sockets, and keeps the most there were. */
export async function updateViewerCount(
  db: Executor,
  id: string,
  viewerCount: number,
  peak: number,
): Promise<void> {
  await db
    .update(streams)
    .set({
      viewerCount,
      maxViewers: sql`greatest(${streams.maxViewers}, ${peak}::int)`,
      updatedAt: sql`${streams.updatedAt}`,
    })
    .where(eq(streams.id, id))
}

/** No socket has joined anything yet when a server starts. */
export async function resetViewerCounts(db: Executor): Promise<void> {
  await db
    .update(streams)
    .set({ viewerCount: 0, updatedAt: sql`${streams.updatedAt}` })
    .where(gt(streams.viewerCount, 0))
}

export async function setOfferId(db: Executor, id: string, rtcOfferId: string): Promise<void> {
  await db.update(streams).set({ rtcOfferId }).where(eq(streams.id, id))
}

/** Counts viewers in the creator's total views, each once a broadcast; the creator does not count. */
export async function countBroadcastViews(
  db: Executor,
  streamId: string,
  viewers: readonly string[],
): Promise<void> {
  if (viewers.length === 0) return
  await db.execute(sql`
    with live as (select id, streamer_id, started_at from streams where id = ${streamId} and is_live),
    fresh as (
      insert into ${broadcastViews} (stream_id, started_at, viewer)
      select live.id, live.started_at, seen.viewer from live, unnest(${sql.param([...viewers])}::text[]) as seen(viewer)
      where seen.viewer <> live.streamer_id::text
      on conflict do nothing returning viewer
    )
    update users set total_views = total_views + (select count(*)::int from fresh)
    from live where users.id = live.streamer_id and exists (select 1 from fresh)`)
}

async function findRow(db: Executor, id: string): Promise<StreamRow | undefined> {
  const [row] = await db.select(STREAM_COLUMNS).from(streams).where(eq(streams.id, id))
  return row
}
