import { setTimeout as pause } from 'node:timers/promises'

/** Bytes of this process after garbage collection: resident memory, and the memory of objects and buffers. */
export async function memoryInUse(): Promise<{ resident: number; used: number }> {
  for (let run = 0; run < 4; run++) {
    globalThis.gc?.()
    await pause(100)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { resident: rss, used: heapUsed + external }
}
