import { type AnyColumn, and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Db, Executor } from '#server/db/executor.ts'
import { violatesConstraint } from '#server/db/violates.ts'
import { STREAM_COLUMNS } from './queries.ts'
import { type StreamRow, broadcastViews, streams } from './schema.ts'

/** Sets a stream live and, at its first start, counts it for the streamer. Returns undefined if it was live already. */
export async function markStarted(db: Executor, id: string): Promise<StreamRow | undefined> {
  const result = await db.execute<{ id: string }>(sql`
    with before as (select id, streamer_id, started_at from streams where id = ${id} and not is_live for update),
    started as (
      update streams s set is_live = true, started_at = date_trunc('milliseconds', now()), ended_at = null, updated_at = now(),
        peak_viewers = 0, peak_other_viewers = 0, likes_at_start = likes_count, messages_at_start = messages_count,
        tips_cents_at_start = tips_cents, sandbox_tips_cents_at_start = sandbox_tips_cents
      from before where s.id = before.id returning s.id
    ),
    counted as (
      update users u set streams_count = u.streams_count + 1
      from before where u.id = before.streamer_id and before.started_at is null
    )
    select id from started`)
  return result.rows.length > 0 ? findStreamRow(db, id) : undefined
}

/** Returns the live streams of a user: one, or none. */
export async function listLiveStreamIds(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: streams.id })
    .from(streams)
    .where(and(eq(streams.streamerId, userId), streams.isLive))
  return rows.map(({ id }) => id)
}

/** True for the unique violation of a user's second live stream. */
export function isSecondLiveStreamError(error: unknown): boolean {
  return violatesConstraint(error, 'streams_one_live_key')
}

/** Ends the broadcast and deletes its visitors' IP addresses. Returns undefined if the stream was not live. */
export async function markEnded(db: Executor, id: string, endedAt: Date): Promise<StreamRow | undefined> {
  const [row] = await db
    .update(streams)
    .set({ isLive: false, endedAt, rtcOfferId: null })
    .where(and(eq(streams.id, id), streams.isLive))
    .returning(STREAM_COLUMNS)
  if (!row) return undefined
  await db
    .update(broadcastViews)
    .set({ address: null })
    .where(and(eq(broadcastViews.streamId, id), isNotNull(broadcastViews.address)))
  return row
}

/** Numbers of viewers; `otherViewers` leaves out the pages of the stream's owner. */
export type ViewerNumbers = { viewerCount: number; otherViewers: number }

/** `startedAt` identifies the broadcast; null means the current one. */
export type BroadcastPeak = ViewerNumbers & { startedAt: string | null }

/** Peaks since the last write: of all broadcasts, and of one. */
export type ViewerPeak = { stream: ViewerNumbers; broadcast: BroadcastPeak }

/**
 * Stores the current numbers of viewers and raises the stored peaks to `peak`, unless another node owns the
 * broadcast. A late write does not change the peak of a newer broadcast. Does not change `updatedAt`.
 */
export async function updateViewerCounts(
  db: Executor,
  { streamId, nodeId }: { streamId: string; nodeId: string },
  current: ViewerNumbers,
  peak: ViewerPeak,
): Promise<void> {
  const highest = (column: AnyColumn, value: number) => sql`greatest(${column}, ${value}::int)`
  const { startedAt } = peak.broadcast
  const ofBroadcast = (column: AnyColumn, value: number) =>
    startedAt === null
      ? highest(column, value)
      : sql`case when ${streams.startedAt} = ${startedAt}::timestamptz then ${highest(column, value)} else ${column} end`
  await db
    .update(streams)
    .set({
      viewerCount: current.viewerCount,
      otherViewers: current.otherViewers,
      maxViewers: highest(streams.maxViewers, peak.stream.viewerCount),
      maxOtherViewers: highest(streams.maxOtherViewers, peak.stream.otherViewers),
      peakViewers: ofBroadcast(streams.peakViewers, peak.broadcast.viewerCount),
      peakOtherViewers: ofBroadcast(streams.peakOtherViewers, peak.broadcast.otherViewers),
      updatedAt: sql`${streams.updatedAt}`,
    })
    .where(and(eq(streams.id, streamId), sql`not ${isOwnedByAnother(nodeId)}`))
}

/** Called at the start of a node, before any socket has joined. The counts of other nodes' broadcasts stay. */
export async function resetViewerCounts(db: Executor, nodeId: string): Promise<void> {
  await db
    .update(streams)
    .set({ viewerCount: 0, otherViewers: 0, updatedAt: sql`${streams.updatedAt}` })
    .where(and(gt(streams.viewerCount, 0), sql`not ${isOwnedByAnother(nodeId)}`))
}

const isOwnedByAnother = (nodeId: string) =>
  sql`exists (select from broadcasts b where b.stream_id = ${streams.id} and b.node_id <> ${nodeId})`

export async function setOfferId(db: Executor, id: string, rtcOfferId: string): Promise<void> {
  await db.update(streams).set({ rtcOfferId }).where(eq(streams.id, id))
}

/** A candidate for total views. `key` identifies the user, visitor or client; `address` is an IP address, null for a user. */
export type BroadcastViewer = { key: string; address: string | null }

/** Visitors counted per IP address and broadcast: clients can discard and recreate their cookie without limit. */
const MAX_VIEWS_PER_ADDRESS = 20

/**
 * Adds viewers to the streamer's total views: each viewer once per broadcast, at most 20 visitors per IP address. The
 * streamer is not counted.
 */
export async function countBroadcastViews(
  db: Db,
  streamId: string,
  viewers: readonly BroadcastViewer[],
): Promise<void> {
  const addresses = new Set(viewers.flatMap(({ address }) => address ?? []))
  if (viewers.length === 0) return
  if (addresses.size === 0) return insertViews(db, streamId, viewers)
  await db.transaction(async (tx) => {
    // Serializes concurrent visitors of one address: neither would count the other's uncommitted row.
    const locks = [...addresses].map((address) => `${streamId} ${address}`).toSorted()
    await tx.execute(sql`
      select pg_advisory_xact_lock(hashtextextended(lock, 0)) from unnest(${sql.param(locks)}::text[]) as lock`)
    await insertViews(tx, streamId, viewers)
  })
}

async function insertViews(
  db: Executor,
  streamId: string,
  viewers: readonly BroadcastViewer[],
): Promise<void> {
  const [keys, addresses] = [viewers.map(({ key }) => key), viewers.map(({ address }) => address)]
  await db.execute(sql`
    with live as (select id, streamer_id, started_at from streams where id = ${streamId} and is_live),
    candidates as (
      select input.viewer, min(input.address) as address
      from live, unnest(${sql.param(keys)}::text[], ${sql.param(addresses)}::text[]) as input(viewer, address)
      where input.viewer <> live.streamer_id::text and not exists (
        select from broadcast_views existing
        where existing.stream_id = live.id and existing.started_at = live.started_at and existing.viewer = input.viewer
      )
      group by input.viewer
    ),
    numbered as (
      select viewer, address, row_number() over (partition by address order by viewer) as number from candidates
    ),
    fresh as (
      insert into broadcast_views (stream_id, started_at, viewer, address)
      select live.id, live.started_at, numbered.viewer, numbered.address from live, numbered
      where numbered.address is null or ${MAX_VIEWS_PER_ADDRESS} >= numbered.number + (
        select count(*) from broadcast_views counted
        where counted.stream_id = live.id and counted.started_at = live.started_at
          and counted.address = numbered.address
      )
      on conflict do nothing returning viewer
    )
    update users set total_views = total_views + (select count(*)::int from fresh)
    from live where users.id = live.streamer_id and exists (select 1 from fresh)`)
}

export async function findStreamRow(db: Executor, id: string): Promise<StreamRow | undefined> {
  const [row] = await db.select(STREAM_COLUMNS).from(streams).where(eq(streams.id, id))
  return row
}
