import { readFileSync, readdirSync } from 'node:fs'

/** CPU of a PostgreSQL server so far, in microseconds: of the postmaster and every process that it runs or ran. */
export function postgresCpu(postmaster: number): number {
  const running = [postmaster, ...childrenOf(postmaster)].map(nanosecondsOf)
  const ended =
    (Number(statOf(postmaster)[CHILDREN_USER]) + Number(statOf(postmaster)[CHILDREN_SYSTEM])) * TICK
  return running.reduce((sum, each) => sum + each, 0) / 1000 + ended
}

/** Places in what `statOf` gives, as proc(5) has them from the third on. */
const [PARENT, CHILDREN_USER, CHILDREN_SYSTEM] = [1, 13, 14]
/** Microseconds. */
const TICK = 10_000

/** The process that started this one. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[PARENT])
}

function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  return pids.filter((each) => orGone(() => parentOf(each) === pid, false))
}

function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of a process stands in brackets, and may hold any sign.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function nanosecondsOf(pid: number): number {
  return orGone(() => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]), 0)
}

/** A process may end while it is looked at. */
function orGone<T>(look: () => T, gone: T): T {
  try {
    return look()
  } catch {
    return gone
  }
}
