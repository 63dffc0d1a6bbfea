type Job = () => Promise<void>

/** Runs jobs one after the other. Whoever asks for many waits for them: the others' come in between. */
export function fairQueue() {
  const lines = new Map<string, Job[]>()
  let isWorking = false

  const work = async () => {
    isWorking = true
    for (let next = takeNext(lines); next; next = takeNext(lines)) await next()
    isWorking = false
  }
  return <T>(asker: string, job: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const line = lines.get(asker) ?? []
      line.push(() => job().then(resolve, reject))
      lines.set(asker, line)
      if (!isWorking) void work()
    })
}

/** The first of the line whose turn it is; what is left of that line goes to the end. */
function takeNext(lines: Map<string, Job[]>): Job | undefined {
  for (const [asker, [job, ...rest]] of lines) {
    lines.delete(asker)
    if (rest.length > 0) lines.set(asker, rest)
    return job
  }
  return undefined
}
