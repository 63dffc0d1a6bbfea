import { setTimeout as wait } from 'node:timers/promises'

/** Does something so many times a second, at even moments, without waiting for it; resolves when all are done. */
export async function paced(perSecond: number, seconds: number, work: () => unknown): Promise<void> {
  const begun = performance.now()
  const running: unknown[] = []
  for (let time = 0; time < perSecond * seconds; time++) {
    const due = begun + (time * 1000) / perSecond
    if (due > performance.now()) await wait(due - performance.now())
    running.push(work())
  }
  await Promise.all(running)
}
