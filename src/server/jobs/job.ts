import { z } from 'zod/mini'

/**
 * A kind of background work that must not be lost. Its effect must be safe to repeat: a job runs again after an error,
 * and when its process was killed.
 */
export type Job<Payload = unknown, Local extends boolean = boolean> = {
  /** Stored with each enqueued job, as `subject.action`: renaming it needs a migration. */
  name: string
  payload: z.ZodMiniType<Payload>
  /** Attempts before the job has failed for good. */
  attempts: number
  /** Seconds before the second attempt, the third …; the last value repeats. */
  backoffSeconds: readonly [number, ...number[]]
  /** Limits how many jobs of this kind run at the same time: on all nodes together, local ones on their node. */
  queue?: { name: string; concurrency: number }
  /** Runs only on the node that it names, whose files it needs. */
  isLocal: Local
}

export type LocalJob<Payload> = Job<Payload, true>

/** The payload of a job that is the same each time. */
export const noPayload = z.object({})

/** Declares a job that any node may run. */
export function defineJob<Payload>(job: Omit<Job<Payload, false>, 'isLocal'>): Job<Payload, false> {
  return { ...job, isLocal: false }
}

/** Declares a job that runs on the node that it names. */
export function defineLocalJob<Payload>(job: Omit<LocalJob<Payload>, 'isLocal'>): LocalJob<Payload> {
  return { ...job, isLocal: true }
}

/** Returns the name under which a job is stored; each node knows only its own local ones. */
export function taskName(job: Pick<Job, 'name' | 'isLocal'>, nodeId: string | null): string {
  return job.isLocal ? `${job.name}@${nodeId}` : job.name
}
