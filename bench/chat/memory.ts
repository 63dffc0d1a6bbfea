/** Bytes of this process, garbage taken out: all that the system gave it, and what its objects and buffers take. */
export async function memoryInUse(): Promise<{ resident: number; used: number }> {
  for (let time = 0; time < 4; time++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { resident: rss, used: heapUsed + external }
}
