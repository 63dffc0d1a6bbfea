type Job = () => Promise<void>

/**
 * Runs `atOnce` jobs at a time, of one asker one after the other. Whoever asks for many waits for them: the others' come
 * in between.
 */
export function createFairQueue(atOnce = 1) {
  const lines = new Map<string, Job[]>()
  const running = new Set<string>()

  const work = () => {
    while (running.size < atOnce) {
      const next = takeNext(lines, running)
      if (!next) return
      const { asker, job } = next
      running.add(asker)
      void job().then(() => {
        running.delete(asker)
        work()
      })
    }
  }
  return <T>(asker: string, job: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const line = lines.get(asker) ?? []
      // What a job throws before it waits for anything is its asker's as well.
      line.push(() => Promise.resolve().then(job).then(resolve, reject))
      lines.set(asker, line)
      work()
    })
}

/** The first of the line whose turn it is; what is left of that line goes to the end. */
function takeNext(
  lines: Map<string, Job[]>,
  running: ReadonlySet<string>,
): { asker: string; job: Job } | undefined {
  for (const [asker, [job, ...rest]] of lines) {
    if (!job || running.has(asker)) continue
    lines.delete(asker)
    if (rest.length > 0) lines.set(asker, rest)
    return { asker, job }
  }
  return undefined
}
