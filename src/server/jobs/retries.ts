import type { Job } from './job.ts'

type Retries = Pick<Job, 'attempts' | 'backoffSeconds'>

/** The retry policies of jobs by their purpose; a job with a unique purpose declares its own. */
export const RETRIES = {
  /** Notifies users of something that has just happened. */
  delivery: { attempts: 8, backoffSeconds: [1, 5, 30, 120] },
  /** Deletes or renames what is no longer referenced: nobody waits for it, but it must succeed. */
  deletion: { attempts: 10, backoffSeconds: [10, 60, 600, 3600] },
  /** Computes or checks stored figures, at night. */
  computation: { attempts: 5, backoffSeconds: [60, 600] },
  /** Polls a provider for changes every few minutes. */
  reconciliation: { attempts: 3, backoffSeconds: [30, 120] },
  /** Runs again within the hour. */
  hourlyCleanup: { attempts: 3, backoffSeconds: [60] },
  /** Runs again within the day. */
  dailyCleanup: { attempts: 3, backoffSeconds: [300] },
} as const satisfies Record<string, Retries>
