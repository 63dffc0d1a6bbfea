import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'

type NewJob = {
  task: string
  payload: unknown
  attempts: number
  key: string | null
  queue: string | null
  runAt: Date | null
  priority: number
}

/** Inserts a job, or replaces the waiting one with its key. */
export async function insertJob(
  tx: Executor,
  { task, payload, attempts, key, queue, runAt, priority }: NewJob,
): Promise<void> {
  await tx.execute(sql`
    select enqueue_job(
      ${task}, ${JSON.stringify(payload)}::json, ${queue}::text, ${runAt?.toISOString() ?? null}::timestamptz,
      ${attempts}::int, ${key}::text, ${priority}::int
    )`)
}

/** Counts the jobs that could run now, up to `limit`. */
export async function countDueJobs(db: Executor, limit: number): Promise<number> {
  const { rows } = await db.execute<{ due: number }>(sql`
    select count(*)::int as due from (
      select from graphile_worker._private_jobs where is_available and run_at <= now() limit ${limit}
    ) due_jobs`)
  return rows[0]?.due ?? 0
}

type NextAttempt = { id: string; delaySeconds: number; attempts: number; maxAttempts?: number }

/** Sets the time of the next attempt of a job that does not run, and how many attempts it has had and may have. */
export async function rescheduleJob(
  db: Executor,
  { id, delaySeconds, attempts, maxAttempts }: NextAttempt,
): Promise<void> {
  await db.execute(sql`
    select from graphile_worker.reschedule_jobs(
      array[${id}::bigint], now() + make_interval(secs => ${delaySeconds}), attempts => ${attempts}::int,
      max_attempts => ${maxAttempts ?? null}::int)`)
}

/** A job whose process ended during its last attempt; `name` is the job's kind. */
export type KilledJob = { id: string; name: string; attempts: number }

/**
 * Makes the jobs of these workers, whose process has ended, available again. Returns those that have had their last
 * attempt, which stay.
 */
export async function releaseJobsOf(db: Executor, workerIds: readonly string[]): Promise<KilledJob[]> {
  const ids = sql.param([...workerIds])
  const { rows } = await db.execute<KilledJob>(sql`
    with killed as (
      select id, split_part(task_identifier, '@', 1) as name, attempts from graphile_worker.jobs
      where locked_by = any(${ids}::text[]) and attempts >= max_attempts
    ),
    released as (select graphile_worker.force_unlock_workers(${ids}::text[]) from (select count(*) from killed) counted)
    select id, name, attempts from killed where exists (select from released)`)
  return rows
}

/**
 * Renews the locks of the jobs that these workers run: the library gives a job to another worker after four hours, also
 * when it still runs.
 */
export async function renewLocks(db: Executor, workerIds: readonly string[]): Promise<void> {
  const isOld = sql`locked_by = any(${sql.param([...workerIds])}::text[]) and locked_at < now() - interval '1 hour'`
  await db.execute(sql`
    with jobs as (update graphile_worker._private_jobs set locked_at = now() where ${isOld})
    update graphile_worker._private_job_queues set locked_at = now() where ${isOld}`)
}

/** The same as `releaseJobsOf` for jobs that were taken more than `leaseMs` ago by a worker of no process with a valid lease. */
export async function releaseAbandonedJobs(db: Executor, leaseMs: number): Promise<KilledJob[]> {
  const { rows } = await db.execute<{ worker: string }>(sql`
    select distinct j.locked_by as worker from graphile_worker.jobs j
    where j.locked_at < now() - make_interval(secs => ${leaseMs / 1000})
      and not exists (
        select from node_processes p where j.locked_by = any(p.worker_ids) and p.lease_until > now()
      )`)
  return rows.length > 0
    ? releaseJobsOf(
        db,
        rows.map(({ worker }) => worker),
      )
    : []
}

/** Deletes the jobs that have failed for good so many days ago. */
export async function deleteFailedJobs(db: Executor, days: number): Promise<void> {
  await db.execute(sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where locked_at is null and attempts >= max_attempts and updated_at < now() - make_interval(days => ${days})
    ))`)
}

/** Whether jobs have been due for a minute and no running process takes any. */
export async function isWorkerMissing(db: Executor): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from graphile_worker.jobs
    where locked_at is null and attempts < max_attempts and run_at < now() - interval '1 minute'
      and not exists (select from node_processes where lease_until > now() and cardinality(worker_ids) > 0)
    limit 1`)
  return rows.length > 0
}

/**
 * Returns how long the oldest job that is due has waited for its turn, and how many jobs have failed for good since `since`.
 */
export async function readQueueState(
  db: Executor,
  since: Date,
): Promise<{ oldestSeconds: number; failed: number }> {
  const { rows } = await db.execute<{ oldestSeconds: number; failed: number }>(sql`
    select
      coalesce(extract(epoch from now() - (
        select min(run_at) from graphile_worker._private_jobs where is_available and run_at <= now()
      )), 0)::float8 as "oldestSeconds",
      (
        select count(*)::int from graphile_worker._private_jobs
        where locked_at is null and attempts >= max_attempts and updated_at >= ${since.toISOString()}
      ) as failed`)
  return rows[0] ?? { oldestSeconds: 0, failed: 0 }
}

/** Counts the jobs of a kind whose last attempt, since `since`, has failed, also those that are tried again. */
export async function countFailingJobs(db: Executor, task: string, since: Date): Promise<number> {
  const { rows } = await db.execute<{ failing: number }>(sql`
    select count(*)::int as failing from graphile_worker.jobs
    where task_identifier = ${task} and last_error is not null and updated_at >= ${since.toISOString()}`)
  return rows[0]?.failing ?? 0
}

/** Jobs of one kind: how many wait, run or have failed for good, and the age of the oldest that is due. */
export type JobCounts = {
  task: string
  waiting: number
  running: number
  failed: number
  oldestSeconds: number
}

/** Counts the jobs of each kind; the local jobs of all nodes are one kind. */
export async function countJobs(db: Executor): Promise<JobCounts[]> {
  const { rows } = await db.execute<JobCounts>(sql`
    select split_part(task_identifier, '@', 1) as task,
      (count(*) filter (where locked_at is null and attempts < max_attempts))::int as waiting,
      (count(*) filter (where locked_at is not null))::int as running,
      (count(*) filter (where locked_at is null and attempts >= max_attempts))::int as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (
        where locked_at is null and attempts < max_attempts and run_at <= now()
      )), 0)::float8 as "oldestSeconds"
    from graphile_worker.jobs group by 1`)
  return rows
}
