import { setTimeout as pause } from 'node:timers/promises'

/**
 * Starts `work` at a constant rate, without waiting for earlier calls; resolves when all of them are done. After the first failure
 * it starts no further calls, and rejects.
 */
export async function runAtRate(
  perSecond: number,
  seconds: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now()
  const running: Promise<unknown>[] = []
  let hasFailed = false
  for (let index = 0; index < perSecond * seconds && !hasFailed; index++) {
    const dueAt = startedAt + (index * 1000) / perSecond
    if (dueAt > performance.now()) await pause(dueAt - performance.now())
    const call = work()
    running.push(call)
    // Without a handler, a failure before the end of the loop would end the process without its cleanup.
    call.catch(() => (hasFailed = true))
  }
  await Promise.all(running)
}
