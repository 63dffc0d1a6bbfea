import { listPids, parentOf, readProcFile } from '../process/proc.ts'

/** Memory of one process in bytes. `shared` is the part of `pss` that is shared memory, not mapped files. */
export type Memory = { name: string; rss: number; pss: number; shared: number }

/** Returns the memory of a process and all its descendants. */
export function memoryOf(root: number): Memory[] {
  const parents = new Map(listPids().map((pid) => [pid, parentOf(pid)]))
  const isDescendant = (pid: number): boolean => {
    for (let each: number | undefined = pid; each; each = parents.get(each)) if (each === root) return true
    return false
  }
  return [...parents.keys()].filter(isDescendant).flatMap(readMemory)
}

function readMemory(pid: number): Memory[] {
  const rollup = readProcFile(pid, 'smaps_rollup')
  const bytes = (key: string) =>
    Number(new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) * 1024
  const name = readProcFile(pid, 'cmdline')
    .replaceAll(/[\0\s]+/g, ' ')
    .trim()
  if (rollup === '') return []
  return [{ name, rss: bytes('Rss'), pss: bytes('Pss'), shared: bytes('Pss_Shmem') }]
}
