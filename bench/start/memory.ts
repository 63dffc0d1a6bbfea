import { readFileSync, readdirSync } from 'node:fs'

/** Bytes of one process. `shared` is the part of `pss` that is shared memory, not files. */
export type Memory = { name: string; rss: number; pss: number; shared: number }

/** A process and all that it started, by whatever detours. */
export function memoryOf(root: number): Memory[] {
  const parents = new Map(listPids().map((pid) => [pid, parentOf(pid)]))
  const isOurs = (pid: number): boolean => {
    for (let each: number | undefined = pid; each; each = parents.get(each)) if (each === root) return true
    return false
  }
  return [...parents.keys()].filter(isOurs).flatMap(readMemory)
}

function listPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** 0 when it has ended meanwhile. */
function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)
}

function readMemory(pid: number): Memory[] {
  const rollup = read(`/proc/${pid}/smaps_rollup`)
  const bytes = (key: string) =>
    Number(new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) * 1024
  const name = read(`/proc/${pid}/cmdline`)
    .replaceAll(/[\0\s]+/g, ' ')
    .trim()
  if (rollup === '') return []
  return [{ name, rss: bytes('Rss'), pss: bytes('Pss'), shared: bytes('Pss_Shmem') }]
}

/** Empty when the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
