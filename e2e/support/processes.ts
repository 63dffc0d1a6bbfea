import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

type Process = { pid: number; parent: number; command: string }

/** The direct child processes of a process. */
export function childrenOf(pid: number): Process[] {
  return listProcesses().filter(({ parent }) => parent === pid)
}

function listProcesses(): Process[] {
  return existsSync('/proc/self/stat') ? readProcesses() : runPs()
}

function readProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(name))
}

/** Returns an empty list when the process has ended meanwhile. */
function readProcess(name: string): Process[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    // The second field is the command name in parentheses, which may itself contain spaces and parentheses.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return [{ pid: Number(name), parent: Number(parent), command }]
  } catch {
    return []
  }
}

function runPs(): Process[] {
  return execFileSync('ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
      return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }]
    })
}
