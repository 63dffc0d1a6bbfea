import { setTimeout as pause } from 'node:timers/promises'

/** Starts `work` at a constant rate, without waiting for earlier calls; resolves when all of them are done. */
export async function runAtRate(perSecond: number, seconds: number, work: () => unknown): Promise<void> {
  const startedAt = performance.now()
  const running: unknown[] = []
  for (let index = 0; index < perSecond * seconds; index++) {
    const dueAt = startedAt + (index * 1000) / perSecond
    if (dueAt > performance.now()) await pause(dueAt - performance.now())
    running.push(work())
  }
  await Promise.all(running)
}
