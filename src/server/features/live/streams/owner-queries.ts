import { type SQL, and, eq, lt, ne, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { broadcasts, streams } from './schema.ts'

/** Called in the transaction of a start: this node owns the broadcast. */
export async function insertBroadcast(tx: Executor, streamId: string, nodeId: string): Promise<void> {
  await tx
    .insert(broadcasts)
    .values({ streamId, nodeId })
    .onConflictDoUpdate({ target: broadcasts.streamId, set: { nodeId, graceUntil: null } })
}

export async function deleteBroadcast(tx: Executor, streamId: string): Promise<void> {
  await tx.delete(broadcasts).where(eq(broadcasts.streamId, streamId))
}

/**
 * Makes this node the owner of a running broadcast, because its media arrives here. Returns false if this node was the owner
 * already, or if the stream is not live.
 */
export async function setBroadcastOwner(db: Executor, streamId: string, nodeId: string): Promise<boolean> {
  const rows = await db
    .update(broadcasts)
    .set({ nodeId })
    .where(and(eq(broadcasts.streamId, streamId), ne(broadcasts.nodeId, nodeId)))
    .returning({ streamId: broadcasts.streamId })
  return rows.length > 0
}

/** Stores when a broadcast without media ends; null while media arrives. Has no effect on another node's broadcast. */
export async function setGrace(
  db: Executor,
  streamId: string,
  nodeId: string,
  graceMs: number | null,
): Promise<void> {
  await db
    .update(broadcasts)
    .set({ graceUntil: graceMs === null ? null : fromNow(graceMs) })
    .where(and(eq(broadcasts.streamId, streamId), eq(broadcasts.nodeId, nodeId)))
}

/** Returns the streams whose broadcast this node owns. */
export async function listOwnBroadcasts(db: Executor, nodeId: string): Promise<string[]> {
  const rows = await db
    .select({ streamId: broadcasts.streamId })
    .from(broadcasts)
    .where(eq(broadcasts.nodeId, nodeId))
  return rows.map(({ streamId }) => streamId)
}

/** Returns the streams whose broadcast this node owns and that went live before a time. */
export async function listBroadcastsStartedBefore(
  db: Executor,
  nodeId: string,
  before: Date,
): Promise<string[]> {
  const rows = await db
    .select({ streamId: broadcasts.streamId })
    .from(broadcasts)
    .innerJoin(streams, eq(streams.id, broadcasts.streamId))
    .where(and(eq(broadcasts.nodeId, nodeId), lt(streams.startedAt, before)))
  return rows.map(({ streamId }) => streamId)
}

/** Whether a stream is live, and the node that owns its broadcast. Undefined for an unknown stream. */
export async function findOwner(
  db: Executor,
  streamId: string,
): Promise<{ isLive: boolean; nodeId: string | null } | undefined> {
  const [row] = await db
    .select({ isLive: streams.isLive, nodeId: broadcasts.nodeId })
    .from(streams)
    .leftJoin(broadcasts, eq(broadcasts.streamId, streams.id))
    .where(eq(streams.id, streamId))
  return row
}

/** A broadcast that this node owns now, and how long it stays live without media. */
export type TakenOverBroadcast = { streamId: string; graceMs: number }

/**
 * Makes this node the owner of broadcasts whose owner does not renew its lease. With `isStartup` also returns this node's own
 * broadcasts. A running grace period continues, but is at least `MIN_GRACE_MS` long.
 */
export async function takeOverBroadcasts(
  db: Executor,
  nodeId: string,
  { graceMs, isStartup }: { graceMs: number; isStartup: boolean },
): Promise<TakenOverBroadcast[]> {
  const { rows } = await db.execute<TakenOverBroadcast>(sql`
    update broadcasts b set node_id = ${nodeId}, grace_until = case
      when grace_until is null then ${fromNow(graceMs)}
      else least(greatest(grace_until, ${fromNow(Math.min(graceMs, MIN_GRACE_MS))}), ${fromNow(graceMs)}) end
    where case b.node_id when ${nodeId} then ${isStartup} else not exists (
      select from node_processes p where p.node_id = b.node_id and p.role = 'app' and p.lease_until > now()
    ) end
    returning stream_id as "streamId", (extract(epoch from grace_until - now()) * 1000)::float8 as "graceMs"`)
  return rows
}

/** Time for a reconnection after a change of the owner. */
const MIN_GRACE_MS = 10_000

const fromNow = (ms: number): SQL => sql`now() + make_interval(secs => ${ms / 1000})`
