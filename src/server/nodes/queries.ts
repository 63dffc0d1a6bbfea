import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { type NodeRole, nodeProcesses } from './schema.ts'

type ProcessKey = { nodeId: string; role: NodeRole }
/** The configuration of a process that matters to the others. */
export type SharedConfig = { sendsMail: boolean; secretFingerprint: string }

const leaseUntil = (leaseMs: number) => sql`now() + make_interval(secs => ${leaseMs / 1000})`

/** Deletes the processes that ended long ago. What they owned has an owner without a lease, as before. */
export async function deleteOldProcesses(db: Executor): Promise<void> {
  await db.execute(sql`delete from node_processes where lease_until < now() - interval '7 days'`)
}

/** Stores a process that has just started. Returns the worker ids of the previous one, which has ended. */
export async function insertProcess(
  db: Executor,
  { nodeId, role, sendsMail, secretFingerprint }: ProcessKey & SharedConfig,
  leaseMs: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ workerIds: string[] }>(sql`
    with previous as (select worker_ids from node_processes where node_id = ${nodeId} and role = ${role} for update),
    stored as (
      insert into node_processes (node_id, role, lease_until, sends_mail, secret_fingerprint)
      values (${nodeId}, ${role}, ${leaseUntil(leaseMs)}, ${sendsMail}, ${secretFingerprint})
      on conflict (node_id, role) do update
      set lease_until = excluded.lease_until, worker_ids = '{}', created_at = excluded.created_at,
        sends_mail = excluded.sends_mail, secret_fingerprint = excluded.secret_fingerprint
    )
    select worker_ids as "workerIds" from previous`)
  return rows[0]?.workerIds ?? []
}

export async function renewLease(
  db: Executor,
  { nodeId, role }: ProcessKey,
  { leaseMs, workerIds }: { leaseMs: number; workerIds: string[] },
): Promise<void> {
  await db
    .update(nodeProcesses)
    .set({ leaseUntil: leaseUntil(leaseMs), workerIds })
    .where(and(eq(nodeProcesses.nodeId, nodeId), eq(nodeProcesses.role, role)))
}

/** Whether the app of a node does not renew its lease any more. */
export async function hasExpiredApp(db: Executor): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from node_processes where role = 'app' and lease_until < now() limit 1`)
  return rows.length > 0
}

/** Whether another running process has another secret. */
export async function hasOtherSecret(
  db: Executor,
  { nodeId, role, secretFingerprint }: ProcessKey & Pick<SharedConfig, 'secretFingerprint'>,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from node_processes
    where lease_until > now() and (node_id, role) <> (${nodeId}, ${role}) and secret_fingerprint <> ${secretFingerprint}
    limit 1`)
  return rows.length > 0
}

/** Whether a process sends mail, also one that does not run at the moment. */
export async function hasMailingProcess(db: Executor): Promise<boolean> {
  const { rows } = await db.execute(sql`select from node_processes where sends_mail limit 1`)
  return rows.length > 0
}

/** Ends the lease of a process that stops and will not continue its work. */
export async function endLease(db: Executor, { nodeId, role }: ProcessKey): Promise<void> {
  await db
    .update(nodeProcesses)
    .set({ leaseUntil: sql`now()` })
    .where(and(eq(nodeProcesses.nodeId, nodeId), eq(nodeProcesses.role, role)))
}
