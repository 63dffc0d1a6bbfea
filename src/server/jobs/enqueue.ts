import type { Executor } from '#server/db/executor.ts'
import { type Job, type LocalJob, taskName } from './job.ts'
import { insertJob } from './queries.ts'

/** The key of the jobs of a schedule. */
export const SCHEDULE_KEY = 'scheduled'

/** Returns the key of a job as it is stored: keys are unique among the jobs of all kinds. */
export const jobKey = (task: string, key: string) => `${task} ${key}`

type Options = {
  /** Replaces the job of this kind with this key that has not started yet. */
  key?: string
  /** The earliest time of its first attempt; now by default. */
  runAt?: Date
  /** Of the waiting jobs those with the lowest number run first; 0 by default. At most 1000. */
  priority?: number
}

/** Enqueues a job within a transaction: it starts after the commit, and never after a rollback. */
export function enqueue<Payload>(
  tx: Executor,
  job: Job<Payload, false>,
  payload: Payload,
  options: Options = {},
): Promise<void> {
  return insert(tx, job, null, payload, options)
}

/** Enqueues a job for the node that has the files which it needs. */
export function enqueueOnNode<Payload>(
  tx: Executor,
  nodeId: string,
  job: LocalJob<Payload>,
  payload: Payload,
  options: Options = {},
): Promise<void> {
  return insert(tx, job, nodeId, payload, options)
}

function insert(
  tx: Executor,
  job: Job,
  nodeId: string | null,
  payload: unknown,
  { key, runAt, priority = 0 }: Options,
): Promise<void> {
  const task = taskName(job, nodeId)
  return insertJob(tx, {
    task,
    payload,
    attempts: job.attempts,
    key: key === undefined ? null : jobKey(task, key),
    queue: queueOf(job, nodeId),
    runAt: runAt ?? null,
    priority,
  })
}

/** Enqueues a job of a schedule to run now. It replaces the waiting one of the same schedule. */
export function enqueueScheduled(
  db: Executor,
  nodeId: string,
  job: Job,
  payload: object = {},
): Promise<void> {
  return insert(db, job, nodeId, payload, { key: SCHEDULE_KEY })
}

/** The library runs the jobs of a queue one after the other: several queues allow several at the same time. */
function queueOf({ queue, isLocal }: Job, nodeId: string | null): string | null {
  if (!queue) return null
  const name = isLocal ? `${queue.name}@${nodeId}` : queue.name
  return `${name} ${Math.floor(Math.random() * queue.concurrency)}`
}
