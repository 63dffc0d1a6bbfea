import { existsSync, readFileSync } from 'node:fs'

const CHECK_INTERVAL_MS = 100

/**
 * Calls `onExceeded` when the resident memory of a process is above a maximum. Without /proc (macOS) the process must
 * check itself. Returns the function that stops it.
 */
export function watchMemory(pid: number | undefined, maxBytes: number, onExceeded: () => void): () => void {
  if (pid === undefined || !existsSync('/proc/self/status')) return () => undefined
  const timer = setInterval(() => {
    if (residentBytes(pid) > maxBytes) onExceeded()
  }, CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}

/** Resident memory of a process; 0 when it has ended. */
function residentBytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
