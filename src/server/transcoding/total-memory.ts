import { usedBytes } from '#server/startup/resident-memory.ts'

/** Short enough to notice growth in time, as each process also has its own maximum. */
const CHECK_INTERVAL_MS = 100

/**
 * Limits the memory of all transcoders together: otherwise the kernel kills processes when the machine has no memory
 * left, perhaps the database's. Above the limit, the process that uses the most is killed.
 */
export class TotalMemory {
  readonly #maxBytes: number
  readonly #endByPid = new Map<number, () => void>()
  #endingPid: number | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Counts a process; `end` is called when it must end for the others. Returns the function to call once it has ended. */
  add(pid: number | undefined, end: () => void): () => void {
    if (pid === undefined) return () => undefined
    this.#endByPid.set(pid, end)
    this.#timer ??= setInterval(() => this.#check(), CHECK_INTERVAL_MS)
    return () => this.#remove(pid)
  }

  #remove(pid: number): void {
    this.#endByPid.delete(pid)
    if (this.#endingPid === pid) this.#endingPid = null
    if (this.#endByPid.size > 0 || !this.#timer) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  #check(): void {
    // Its memory is about to become free.
    if (this.#endingPid !== null) return
    const used = [...this.#endByPid.keys()].map((pid) => ({ pid, bytes: usedBytes(pid) }))
    const total = used.reduce((sum, { bytes }) => sum + bytes, 0)
    const [largest] = used.toSorted((one, two) => two.bytes - one.bytes)
    if (!largest || total <= this.#maxBytes) return
    this.#endingPid = largest.pid
    this.#endByPid.get(largest.pid)?.()
  }
}
