import type { Job } from './job.ts'

/** The context of a running job, besides its payload. */
export type JobRun = {
  /** Aborts when the process stops. A job that throws then is given back without counting the attempt. */
  signal: AbortSignal
  /** True if an error now fails the job for good. */
  isLastAttempt: boolean
}

/** Thrown by a job that cannot run now, for example on a full disk: it runs again later, and no attempt is counted. */
export class RetryLater extends Error {
  override name = 'RetryLater'
  readonly delaySeconds: number

  constructor(message: string, delaySeconds: number) {
    super(message)
    this.delaySeconds = delaySeconds
  }
}

/** A schedule in cron's format, in UTC; with `atStart` the job also runs when a process starts. */
export type Schedule = { cron: string; atStart?: boolean }

/** A job and the function that does its work. */
export type JobHandler = {
  job: Job
  run(payload: unknown, jobRun: JobRun): Promise<void>
  schedule?: Schedule
}

/** Connects a job with its work. A scheduled job has no payload. */
export function handleJob<Payload>(
  job: Job<Payload>,
  work: (payload: Payload, jobRun: JobRun) => Promise<void>,
  schedule?: Schedule,
): JobHandler {
  const run = (payload: unknown, jobRun: JobRun) => work(job.payload.parse(payload), jobRun)
  return { job, run, ...(schedule && { schedule }) }
}
