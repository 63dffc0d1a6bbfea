type Job = () => Promise<void>

/**
 * Creates a queue that runs at most `concurrency` jobs at a time, and `perRequester` of one requester. Requesters take
 * turns (round-robin), so that a requester with many jobs does not delay the others. The returned promise settles as the
 * job.
 */
export function createFairQueue(concurrency = 1, perRequester = 1) {
  const waiting = new Map<string, Job[]>()
  const runningByRequester = new Map<string, number>()
  let running = 0

  const count = (requester: string, change: 1 | -1) => {
    running += change
    const own = (runningByRequester.get(requester) ?? 0) + change
    if (own > 0) runningByRequester.set(requester, own)
    else runningByRequester.delete(requester)
    // Behind all others when it starts, and again behind those who came while it ran.
    moveToEnd(waiting, requester)
  }
  const canRun = (requester: string) => (runningByRequester.get(requester) ?? 0) < perRequester
  const runNext = () => {
    while (running < concurrency) {
      const requester = findNext(waiting, canRun)
      const job = requester !== undefined && waiting.get(requester)?.shift()
      if (!job) return
      count(requester, 1)
      void job().then(() => {
        count(requester, -1)
        runNext()
      })
    }
  }
  const enqueue = <T>(requester: string, job: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const jobs = waiting.get(requester) ?? []
      // `then(job)` also turns a synchronous throw into a rejection.
      jobs.push(() => Promise.resolve().then(job).then(resolve, reject))
      waiting.set(requester, jobs)
      runNext()
    })
  /** Returns how many jobs of a requester wait. */
  const countWaiting = (requester: string) => waiting.get(requester)?.length ?? 0
  return Object.assign(enqueue, { countWaiting })
}

/** Returns the first requester with a waiting job that may run. */
function findNext(
  waiting: ReadonlyMap<string, Job[]>,
  canRun: (requester: string) => boolean,
): string | undefined {
  for (const requester of waiting.keys()) if (canRun(requester)) return requester
  return undefined
}

/** Puts a requester behind all others, and removes one without waiting jobs. */
function moveToEnd(waiting: Map<string, Job[]>, requester: string): void {
  const jobs = waiting.get(requester)
  waiting.delete(requester)
  if (jobs && jobs.length > 0) waiting.set(requester, jobs)
}
