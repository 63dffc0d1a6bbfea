import { usedBytes } from '#server/startup/resident-memory.ts'

/** Each process has a maximum of its own, so that all together cannot grow faster than this is noticed. */
const CHECK_INTERVAL_MS = 100

/**
 * Bounds the memory of all transcoders together, of which each may use much: otherwise the kernel ends processes when the
 * machine has none left, perhaps the database's. When they use more, the one that uses the most is ended.
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
