type Job = () => Promise<void>

/**
 * Creates a queue that runs at most `concurrency` jobs at a time, and one per requester. Requesters take turns
 * (round-robin), so that a requester with many jobs does not delay the others. The returned promise settles as the job.
 */
export function createFairQueue(concurrency = 1) {
  const jobsByRequester = new Map<string, Job[]>()
  const running = new Set<string>()

  const runNext = () => {
    while (running.size < concurrency) {
      const requester = findNext(jobsByRequester, running)
      const job = requester !== undefined && jobsByRequester.get(requester)?.shift()
      if (!job) return
      running.add(requester)
      void job().then(() => {
        running.delete(requester)
        moveToEnd(jobsByRequester, requester)
        runNext()
      })
    }
  }
  return <T>(requester: string, job: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const jobs = jobsByRequester.get(requester) ?? []
      // `then(job)` also turns a synchronous throw into a rejection.
      jobs.push(() => Promise.resolve().then(job).then(resolve, reject))
      jobsByRequester.set(requester, jobs)
      runNext()
    })
}

/** Returns the first requester with a waiting job and no running one. */
function findNext(
  jobsByRequester: ReadonlyMap<string, Job[]>,
  running: ReadonlySet<string>,
): string | undefined {
  for (const requester of jobsByRequester.keys()) if (!running.has(requester)) return requester
  return undefined
}

/** Puts a requester whose job has ended behind all others, also those who came while it ran. */
function moveToEnd(jobsByRequester: Map<string, Job[]>, requester: string): void {
  const jobs = jobsByRequester.get(requester)
  jobsByRequester.delete(requester)
  if (jobs && jobs.length > 0) jobsByRequester.set(requester, jobs)
}
