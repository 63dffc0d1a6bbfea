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
      const next = dequeue(jobsByRequester, running)
      if (!next) return
      const { requester, job } = next
      running.add(requester)
      void job().then(() => {
        running.delete(requester)
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

/** Removes and returns the first job of the next idle requester, whose remaining jobs move to the end of the map. */
function dequeue(
  jobsByRequester: Map<string, Job[]>,
  running: ReadonlySet<string>,
): { requester: string; job: Job } | undefined {
  for (const [requester, [job, ...rest]] of jobsByRequester) {
    if (!job || running.has(requester)) continue
    jobsByRequester.delete(requester)
    if (rest.length > 0) jobsByRequester.set(requester, rest)
    return { requester, job }
  }
  return undefined
}
