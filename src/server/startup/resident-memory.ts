import { existsSync, readFileSync } from 'node:fs'

/**
 * Determines how far a process can exceed its maximum: even a thread that only writes to new pages, some gigabytes per
 * second, adds less than 100 MB in this time. Image decoders grew by at most 35 MB in it, but by 140 MB in 100 ms.
 */
const CHECK_INTERVAL_MS = 20

/**
 * Calls `onExceeded` when the memory of a process, resident or swapped out, is above a maximum. A kernel limit on
 * mappings is not usable: Node reserves 0.5 GB of private mappings at its start (since Node 24), which are neither.
 * Without /proc (macOS) the process must check itself. Returns the function that stops it.
 */
export function watchMemory(pid: number | undefined, maxBytes: number, onExceeded: () => void): () => void {
  if (pid === undefined || !existsSync('/proc/self/status')) return () => undefined
  const timer = setInterval(() => {
    if (usedBytes(pid) > maxBytes) onExceeded()
  }, CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}

/** Memory of a process that is resident or swapped out; 0 when it has ended, and without /proc. */
export function usedBytes(pid: number): number {
  try {
    const sizes = readFileSync(`/proc/${pid}/status`, 'utf8').matchAll(/^Vm(?:RSS|Swap):\s+(\d+) kB/gm)
    return [...sizes].reduce((sum, [, size]) => sum + Number(size), 0) * 1024
  } catch {
    return 0
  }
}
