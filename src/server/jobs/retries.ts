import type { Job } from './job.ts'

type Retries = Pick<Job, 'attempts' | 'backoffSeconds'>

/** How often jobs are tried again, by what they do; a job that nothing else resembles declares its own. */
export const RETRIES = {
  /** Tells users of something that has just happened. */
  delivery: { attempts: 8, backoffSeconds: [1, 5, 30, 120] },
  /** Deletes or renames what nothing names any more: nobody waits for it, but it has to happen. */
  deletion: { attempts: 10, backoffSeconds: [10, 60, 600, 3600] },
  /** Computes or checks stored figures, at night. */
  computation: { attempts: 5, backoffSeconds: [60, 600] },
  /** Reads again what a provider may have changed, every few minutes. */
  reconciliation: { attempts: 3, backoffSeconds: [30, 120] },
  /** Runs again within the hour. */
  hourlyCleanup: { attempts: 3, backoffSeconds: [60] },
  /** Runs again within the day. */
  dailyCleanup: { attempts: 3, backoffSeconds: [300] },
} as const satisfies Record<string, Retries>
