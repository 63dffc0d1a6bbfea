import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { type NodeRole, nodeProcesses } from './schema.ts'

type ProcessKey = { nodeId: string; role: NodeRole }

const leaseUntil = (leaseMs: number) => sql`now() + make_interval(secs => ${leaseMs / 1000})`

/** Stores a process that has just started. Returns the worker ids of the previous one, which has ended. */
export async function insertProcess(
  db: Executor,
  { nodeId, role }: ProcessKey,
  leaseMs: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ workerIds: string[] }>(sql`
    with previous as (select worker_ids from node_processes where node_id = ${nodeId} and role = ${role} for update),
    stored as (
      insert into node_processes (node_id, role, lease_until)
      values (${nodeId}, ${role}, ${leaseUntil(leaseMs)})
      on conflict (node_id, role) do update
      set lease_until = excluded.lease_until, worker_ids = '{}', created_at = excluded.created_at
    )
    select worker_ids as "workerIds" from previous`)
  return rows[0]?.workerIds ?? []
}

export async function renewLease(db: Executor, { nodeId, role }: ProcessKey, leaseMs: number): Promise<void> {
  await db
    .update(nodeProcesses)
    .set({ leaseUntil: leaseUntil(leaseMs) })
    .where(and(eq(nodeProcesses.nodeId, nodeId), eq(nodeProcesses.role, role)))
}

export async function setWorkerIds(
  db: Executor,
  { nodeId, role }: ProcessKey,
  workerIds: string[],
): Promise<void> {
  await db
    .update(nodeProcesses)
    .set({ workerIds })
    .where(and(eq(nodeProcesses.nodeId, nodeId), eq(nodeProcesses.role, role)))
}

/** Returns the ids of the nodes whose app does not renew its lease any more. */
export async function listExpiredNodes(db: Executor): Promise<string[]> {
  const rows = await db
    .select({ nodeId: nodeProcesses.nodeId })
    .from(nodeProcesses)
    .where(and(eq(nodeProcesses.role, 'app'), sql`${nodeProcesses.leaseUntil} < now()`))
  return rows.map(({ nodeId }) => nodeId)
}
