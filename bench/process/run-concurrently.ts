/** Runs `work` `count` times, `concurrency` at a time. */
export async function runConcurrently(
  concurrency: number,
  count: number,
  work: () => Promise<unknown>,
): Promise<void> {
  let left = count
  const worker = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
