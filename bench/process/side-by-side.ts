/** Does something so many times, `width` of them at a time. */
export async function sideBySide(width: number, times: number, work: () => Promise<unknown>): Promise<void> {
  let left = times
  const worker = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: width }, worker))
}
