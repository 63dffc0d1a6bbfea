import { readFileSync, readdirSync } from 'node:fs'

/** The pids of all processes of this machine. */
export function listPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** The pid of the parent process; 0 when the process has ended. */
export function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readProcFile(pid, 'status'))?.[1] ?? 0)
}

/** Reads a file of `/proc/<pid>/`; empty when the process has ended. */
export function readProcFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
