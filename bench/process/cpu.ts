import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { listPids, parentOf, readProcFile } from './proc.ts'

/** CPU time of the app's process and of PostgreSQL, in microseconds. */
export type CpuTime = { node: number; postgres: number }

/** Returns the pid of the postmaster that serves a pool. */
export async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return parentOf(rows[0]?.pid ?? 0)
}

/** Measures the CPU time that the app and PostgreSQL spend while `work` runs. */
export async function measureCpu(
  app: { cpu(): Promise<number> },
  postmaster: number,
  work: () => Promise<unknown>,
): Promise<CpuTime> {
  const before = { node: await app.cpu(), postgres: postgresCpu(postmaster) }
  await work()
  return { node: (await app.cpu()) - before.node, postgres: postgresCpu(postmaster) - before.postgres }
}

/** CPU time of a PostgreSQL server so far: the postmaster, its running child processes and those that have ended. */
function postgresCpu(postmaster: number): number {
  const children = listPids().filter((pid) => parentOf(pid) === postmaster)
  const running = [postmaster, ...children].map(runningMicroseconds)
  return running.reduce((sum, each) => sum + each, 0) + endedChildrenMicroseconds(postmaster)
}

function runningMicroseconds(pid: number): number {
  return Number(readProcFile(pid, 'schedstat').split(' ')[0]) / 1000
}

/** Indexes of `cutime` and `cstime` in proc(5), counted from the field behind the process name. */
const [CHILDREN_USER, CHILDREN_SYSTEM] = [13, 14]
const TICK_MICROSECONDS = 10_000

function endedChildrenMicroseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The process name is in parentheses and can contain any character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM])) * TICK_MICROSECONDS
}
